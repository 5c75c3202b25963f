package dev.bloomery.benchmarks;

import dev.bloomery.family.FilterFamily;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.Seed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A request of a feed: 200 keys of one owner out of many, in a loop and as a batch. A tenth of the keys is in. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 4, time = 1)
@Fork(2)
public class FamilyBatchBenchmark {
    private static final int OWNERS = 50_000;
    private static final int BATCH = 200;

    @Param({"20", "500"})
    public int keysPerOwner;

    private FilterFamily<String, Long> family;
    private FilterFamily<String, Long> scratch;
    private final List<List<Long>> requests = new ArrayList<>();
    private final List<long[]> primitives = new ArrayList<>();
    private final String[] owners = new String[OWNERS];
    private int next;

    @Setup
    public void setup() {
        SplittableRandom random = new SplittableRandom(1);
        family = FilterFamily.of(KeyEncoder.utf8(), KeyEncoder.int64(), 0.01)
                .seed(Seed.of(1))
                .build();
        scratch = FilterFamily.of(KeyEncoder.utf8(), KeyEncoder.int64(), 0.01)
                .seed(Seed.of(1))
                .build();
        for (int owner = 0; owner < OWNERS; owner++) {
            owners[owner] = "user " + random.nextInt(Integer.MAX_VALUE);
            for (long key = 0; key < keysPerOwner; key++) {
                family.add(owners[owner], key);
            }
        }
        for (int i = 0; i < 64; i++) {
            long[] keys = new long[BATCH];
            for (int j = 0; j < BATCH; j++) {
                keys[j] = j % 10 == 0 ? random.nextInt(keysPerOwner) : 1_000_000 + random.nextInt(1 << 30);
            }
            primitives.add(keys);
            requests.add(Arrays.stream(keys).boxed().toList());
        }
    }

    private String owner() {
        next = (next + 7_919) % OWNERS;
        return owners[next];
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public List<Long> unseenByLoop() {
        String owner = owner();
        List<Long> unseen = new ArrayList<>();
        for (Long key : requests.get(next & 63)) {
            if (!family.mightContain(owner, key)) {
                unseen.add(key);
            }
        }
        return unseen;
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public List<Long> unseenByBatch() {
        return family.unseen(owner(), requests.get(next & 63));
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public long[] unseenByBatchOfLongs() {
        return family.unseenLongs(owner(), primitives.get(next & 63));
    }

    /** To a new owner, who is dropped again. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public boolean addByLoop() {
        String owner = owner();
        for (Long key : requests.get(next & 63)) {
            scratch.add(owner, key);
        }
        return scratch.drop(owner);
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public boolean addByBatch() {
        String owner = owner();
        scratch.addAll(owner, requests.get(next & 63));
        return scratch.drop(owner);
    }
}
