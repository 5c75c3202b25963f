package dev.bloomery.benchmarks.race.measure;

import dev.bloomery.benchmarks.contestant.UrlFilter;
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
import org.openjdk.jmh.infra.ThreadParams;
import org.openjdk.jmh.runner.IterationType;

/** Adds a chunk of addresses. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class UrlAdds {
    private UrlFilter filter;
    private String[] keys;
    private boolean counts;
    private long allocatedBefore;

    @Setup(Level.Iteration)
    public void takeTurn(IterationParams iteration, ThreadParams thread) {
        counts = iteration.getType() == IterationType.MEASUREMENT;
        Passes<UrlFilter> passes = Arena.current().urlPasses();
        Passes.Turn<UrlFilter> turn = passes.next(thread.getThreadIndex(), !counts);
        filter = turn.filter();
        keys = Keys.presentUrls(turn.firstKey(), turn.count());
        passes.startTogether();
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
    public void add() {
        UrlFilter filter = this.filter;
        for (String key : keys) {
            filter.add(key);
        }
    }
}
