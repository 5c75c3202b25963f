package dev.bloomery.benchmarks.race.measure;

import dev.bloomery.benchmarks.contestant.BatchUrlFilter;
import dev.bloomery.benchmarks.keys.Keys;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;

/** Adds all addresses in one call. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class UrlBulk {
    private String[] keys = {};
    private BatchUrlFilter empty;
    private boolean counts;
    private long allocatedBefore;

    @Setup(Level.Iteration)
    public void prepare(IterationParams iteration) {
        Arena arena = Arena.current();
        counts = iteration.getType() == IterationType.MEASUREMENT;
        int count = Bulk.keys(arena.task(), counts);
        if (keys.length != count) {
            keys = Keys.presentUrls(0, count);
        }
        empty = (BatchUrlFilter) arena.emptyUrls(count);
        allocatedBefore = AllocationMeter.now();
    }

    @TearDown(Level.Iteration)
    public void countAllocation() {
        long allocated = AllocationMeter.now() - allocatedBefore;
        if (counts) {
            Arena.current().allocation().count(allocated, keys.length);
        }
    }

    @Benchmark
    public void addAll() {
        empty.addAll(keys);
    }
}
