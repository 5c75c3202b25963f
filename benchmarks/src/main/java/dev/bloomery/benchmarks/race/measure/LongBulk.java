package dev.bloomery.benchmarks.race.measure;

import dev.bloomery.benchmarks.contestant.BatchLongFilter;
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

/** Makes a filter of all longs in one call: the build of a static filter, or an add of all. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LongBulk {
    private long[] keys = {};
    private BatchLongFilter empty;
    private boolean counts;
    private long allocatedBefore;

    @Setup(Level.Iteration)
    public void prepare(IterationParams iteration) {
        Arena arena = Arena.current();
        counts = iteration.getType() == IterationType.MEASUREMENT;
        int count = Bulk.keys(arena.task(), counts);
        if (keys.length != count) {
            keys = new long[0]; // so that it can be collected
            keys = new long[count];
        }
        for (int i = 0; i < count; i++) { // anew each time: a build may have sorted them
            keys[i] = Keys.present(i);
        }
        empty = null; // so that it can be collected
        if (arena.contestant().isStatic()) {
            arena.longs(null);
        } else {
            empty = (BatchLongFilter) arena.emptyLongs(count);
        }
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
    public void build() {
        Arena.current().longs(Arena.current().build(keys));
    }

    @Benchmark
    public void addAll() {
        empty.addAll(keys);
    }
}
