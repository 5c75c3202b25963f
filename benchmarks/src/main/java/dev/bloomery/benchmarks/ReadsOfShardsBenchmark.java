package dev.bloomery.benchmarks;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What it costs to find the array first: three reads a key of 113 MB, as of a fuse filter of 100 million keys of 8 bits, that are one
 * array or one for each of seven shards; where the key itself says, or its hash.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(ReadsOfShardsBenchmark.A_CALL)
@Warmup(iterations = 10, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 20, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Fork(3)
public class ReadsOfShardsBenchmark {
    static final int A_CALL = 1024;
    private static final int KEYS = 1 << 22;
    private static final int SHARDS = 7;
    private static final int SEGMENT = 1 << 13;
    private static final int SHARD_BYTES = 16_100_000;

    private byte[] together = {};
    private final byte[][] apart = new byte[SHARDS][];
    private final long[] keys = new SplittableRandom(1).longs(KEYS).toArray();
    private int next;

    @Setup
    public void setup() {
        SplittableRandom random = new SplittableRandom(2);
        together = new byte[SHARDS * SHARD_BYTES];
        random.nextBytes(together);
        for (int i = 0; i < SHARDS; i++) {
            apart[i] = new byte[SHARD_BYTES];
            random.nextBytes(apart[i]);
        }
    }

    @Benchmark
    public long oneArray() {
        long sum = 0;
        for (int i = next(), end = i + A_CALL; i < end; i++) {
            sum += read(together, keys[i]);
        }
        return sum;
    }

    @Benchmark
    public long oneArrayHashed() {
        long sum = 0;
        for (int i = next(), end = i + A_CALL; i < end; i++) {
            sum += read(together, mix(keys[i]));
        }
        return sum;
    }

    @Benchmark
    public long arrayOfShard() {
        long sum = 0;
        for (int i = next(), end = i + A_CALL; i < end; i++) {
            sum += read(apart[shard(keys[i])], keys[i]);
        }
        return sum;
    }

    @Benchmark
    public long arrayOfShardHashed() {
        long sum = 0;
        for (int i = next(), end = i + A_CALL; i < end; i++) {
            long hash = mix(keys[i]);
            sum += read(apart[shard(hash)], hash);
        }
        return sum;
    }

    private int next() {
        int from = next;
        next = from + A_CALL & KEYS - 1;
        return from;
    }

    /** By bits that have no part in the place within the shard. */
    private static int shard(long bits) {
        return (int) ((bits >>> 26 & 63) * SHARDS >>> 6);
    }

    private static int read(byte[] bytes, long bits) {
        int first = (int) ((bits >>> 32) * (bytes.length - 3 * SEGMENT) >>> 32);
        int second = first + SEGMENT ^ (int) bits & SEGMENT - 1;
        int third = first + 2 * SEGMENT ^ (int) bits >>> 13 & SEGMENT - 1;
        return bytes[first] ^ bytes[second] ^ bytes[third];
    }

    private static long mix(long bits) {
        long x = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
        x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
        return x ^ (x >>> 31);
    }
}
