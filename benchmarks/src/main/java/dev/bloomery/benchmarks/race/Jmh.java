package dev.bloomery.benchmarks.race;

import java.util.Map;
import java.util.regex.Pattern;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.Statistics;

/**
 * Runs a benchmark method by JMH in this process.
 *
 * <p>A figure is the lower quartile of many short iterations: what disturbs a measurement on a shared machine makes it longer,
 * never shorter, and comes and goes within a second or two. Where nothing disturbs, it is the mean.
 */
final class Jmh {
    private static final String ALLOCATION = "gc.alloc.rate.norm";

    private Jmh() {}

    /**
     * What an operation took.
     *
     * @param nanos nanoseconds an operation and thread: the lower quartile of the iterations
     * @param error how far above it their median is
     * @param allocatedBytes bytes allocated an operation
     */
    record Score(double nanos, double error, double allocatedBytes) {}

    /** Calls a method as often as the time allows. */
    static Score timed(Class<?> type, String method, int threads, Pace pace) throws RunnerException {
        return run(options(type, method, threads)
                .warmupIterations(pace.warmups())
                .warmupTime(TimeValue.milliseconds(pace.millis()))
                .measurementIterations(pace.iterations())
                .measurementTime(TimeValue.milliseconds(pace.millis()))
                .addProfiler(GCProfiler.class));
    }

    /** Calls a method so many times; each call does so many operations. */
    static Score counted(Class<?> type, String method, int threads, int warmups, int calls, int operationsOfCall)
            throws RunnerException {
        return run(options(type, method, threads)
                .warmupIterations(warmups)
                .measurementIterations(calls)
                .operationsPerInvocation(operationsOfCall));
    }

    private static ChainedOptionsBuilder options(Class<?> type, String method, int threads) {
        return new OptionsBuilder()
                .include("^" + Pattern.quote(type.getName() + "." + method) + "$")
                .forks(0)
                .threads(threads)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT);
    }

    private static Score run(ChainedOptionsBuilder options) throws RunnerException {
        RunResult result = new Runner(options.build()).runSingle();
        double allocated = result.getSecondaryResults().entrySet().stream()
                .filter(entry -> entry.getKey().endsWith(ALLOCATION))
                .map(Map.Entry::getValue)
                .mapToDouble(secondary -> secondary.getScore())
                .findFirst()
                .orElse(Double.NaN);
        Statistics iterations = result.getPrimaryResult().getStatistics();
        double nanos = iterations.getPercentile(25);
        return new Score(nanos, iterations.getPercentile(50) - nanos, allocated);
    }
}
