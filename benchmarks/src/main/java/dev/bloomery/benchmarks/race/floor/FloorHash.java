package dev.bloomery.benchmarks.race.floor;

import dev.bloomery.BloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.benchmarks.keys.LongQuestions;
import dev.bloomery.benchmarks.keys.Queries;
import dev.bloomery.benchmarks.keys.UrlQuestions;
import dev.bloomery.benchmarks.race.task.Task;
import dev.bloomery.key.KeyEncoder;
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

/** Our hash of a key and nothing else: what a query takes before it reads the filter. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(Queries.A_CALL)
public class FloorHash {
    private BloomFilter<Long> longFilter;
    private BloomFilter<String> urlFilter;
    private long[] longs = {};
    private String[] urls = {};
    private int next;

    @Setup(Level.Trial)
    public void setup(ThreadParams thread) {
        Task task = FloorTask.current();
        switch (task.keyType()) {
            case LONG -> {
                longFilter = Filters.bloom(KeyEncoder.int64())
                        .capacity(1000)
                        .targetFpp(task.fpp())
                        .build();
                longs = LongQuestions.of(task.keys()).misses();
                next = Queries.firstOf(thread, longs.length);
            }
            case URL -> {
                urlFilter = Filters.bloom(KeyEncoder.utf8())
                        .capacity(1000)
                        .targetFpp(task.fpp())
                        .build();
                urls = UrlQuestions.of(task.keys()).misses();
                next = Queries.firstOf(thread, urls.length);
            }
        }
    }

    @Benchmark
    public long ofLong() {
        BloomFilter<Long> filter = longFilter;
        long[] keys = longs;
        int from = next;
        next = from + Queries.A_CALL & keys.length - 1;
        long sum = 0;
        for (int i = from; i < from + Queries.A_CALL; i++) {
            sum = Long.rotateLeft(sum, 1) ^ filter.hashLong(keys[i]); // a plain sum would be vectorized; no query is
        }
        return sum;
    }

    @Benchmark
    public long ofUrl() {
        BloomFilter<String> filter = urlFilter;
        String[] keys = urls;
        int from = next;
        next = from + Queries.A_CALL & keys.length - 1;
        long sum = 0;
        for (int i = from; i < from + Queries.A_CALL; i++) {
            sum = Long.rotateLeft(sum, 1) ^ filter.hash(keys[i]);
        }
        return sum;
    }
}
