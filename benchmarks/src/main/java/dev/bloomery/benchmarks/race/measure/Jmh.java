package dev.bloomery.benchmarks.race.measure;

import dev.bloomery.benchmarks.race.task.Pace;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.ListStatistics;
import org.openjdk.jmh.util.Statistics;

/**
 * Runs a benchmark method by JMH in this process.
 *
 * <p>A figure is the lower quartile of many short iterations: what disturbs a measurement on a shared machine makes it longer,
 * never shorter, and comes and goes within a second or two. Where nothing disturbs, it is the mean.
 */
public final class Jmh {
    private static final String ALLOCATION = "gc.alloc.rate.norm";

    private Jmh() {}

    /**
     * What an operation took.
     *
     * @param nanos nanoseconds an operation and thread: the lower quartile of the iterations
     * @param error how far above it their median is
     * @param allocatedBytes bytes allocated an operation
     */
    public record Score(double nanos, double error, double allocatedBytes) {}

    /** Calls a method as often as the time allows. */
    public static Score timed(Class<?> type, String method, int threads, Pace pace) throws RunnerException {
        return run(
                options(type, method, threads)
                        .warmupIterations(pace.warmups())
                        .warmupTime(TimeValue.milliseconds(pace.millis()))
                        .measurementIterations(pace.iterations())
                        .measurementTime(TimeValue.milliseconds(pace.millis()))
                        .addProfiler(GCProfiler.class),
                1);
    }

    /**
     * Goes through a method so many times, in so many calls each; every call does so many operations. The calls of a pass are not alike, as those
     * that fill a filter take longer and longer: a pass is one figure, their mean.
     */
    static Score counted(
            Class<?> type, String method, int threads, int warmups, int passes, int callsOfPass, int operationsOfCall)
            throws RunnerException {
        return run(
                options(type, method, threads)
                        .warmupIterations(warmups)
                        .measurementIterations(passes * callsOfPass)
                        .operationsPerInvocation(operationsOfCall),
                callsOfPass);
    }

    private static ChainedOptionsBuilder options(Class<?> type, String method, int threads) {
        return new OptionsBuilder()
                .include("^" + Pattern.quote(type.getName() + "." + method) + "$")
                .forks(0)
                .threads(threads)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT);
    }

    private static Score run(ChainedOptionsBuilder options, int iterationsOfFigure) throws RunnerException {
        RunResult result = new Runner(options.build()).runSingle();
        double allocated = result.getSecondaryResults().entrySet().stream()
                .filter(entry -> entry.getKey().endsWith(ALLOCATION))
                .map(Map.Entry::getValue)
                .mapToDouble(secondary -> secondary.getScore())
                .findFirst()
                .orElse(Double.NaN);
        double[] iterations = result.getAggregatedResult().getIterationResults().stream()
                .mapToDouble(iteration -> iteration.getPrimaryResult().getScore())
                .toArray();
        Statistics figures = new ListStatistics(means(iterations, iterationsOfFigure));
        double nanos = figures.getPercentile(25);
        return new Score(nanos, figures.getPercentile(50) - nanos, allocated);
    }

    /** The means of each {@code size} values in a row. */
    static double[] means(double[] values, int size) {
        return IntStream.range(0, values.length / size)
                .mapToDouble(group -> Arrays.stream(values, group * size, (group + 1) * size)
                        .average()
                        .orElseThrow())
                .toArray();
    }
}
