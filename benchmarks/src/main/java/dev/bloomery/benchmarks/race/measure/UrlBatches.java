package dev.bloomery.benchmarks.race.measure;

import dev.bloomery.benchmarks.contestant.BatchUrlFilter;
import dev.bloomery.benchmarks.keys.Queries;
import dev.bloomery.benchmarks.keys.UrlQuestions;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.ThreadParams;

/** Asks the full filter for many addresses in one call. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(Queries.BATCH)
public class UrlBatches {
    private BatchUrlFilter filter;
    private String[][] hits = {};
    private String[][] misses = {};
    private String[][] mixed = {};
    private int next;

    @Setup(Level.Trial)
    public void setup(ThreadParams thread) {
        filter = (BatchUrlFilter) Arena.current().urls();
        UrlQuestions questions = UrlQuestions.of(Arena.current().task().keys());
        hits = cut(questions.hits());
        misses = cut(questions.misses());
        mixed = cut(questions.mixed());
        next = Queries.firstOf(thread, questions.count()) / Queries.BATCH;
    }

    @Benchmark
    public boolean[] hit() {
        return filter.mightContainEach(nextOf(hits));
    }

    @Benchmark
    public boolean[] miss() {
        return filter.mightContainEach(nextOf(misses));
    }

    @Benchmark
    public boolean[] mix() {
        return filter.mightContainEach(nextOf(mixed));
    }

    private String[] nextOf(String[][] batches) {
        return batches[next++ & batches.length - 1];
    }

    private static String[][] cut(String[] keys) {
        String[][] batches = new String[keys.length / Queries.BATCH][];
        for (int i = 0; i < batches.length; i++) {
            batches[i] = Arrays.copyOfRange(keys, i * Queries.BATCH, (i + 1) * Queries.BATCH);
        }
        return batches;
    }
}
