package dev.bloomery.benchmarks;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Which hash of hash4j is the fastest for the keys that filters get: longs, and short byte arrays. Basis of ADR 0002. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 4, time = 1)
@Fork(2)
public class HashChoiceBenchmark {
    private static final int KEYS = 1 << 12;

    @Param({"xxh3", "komihash5", "rapidhash3", "wyhash4"})
    public String hash;

    private Hasher64 hasher;
    private final long[] longs = new long[KEYS];
    private final byte[][] urls = new byte[KEYS][60];
    private final byte[][] words = new byte[KEYS][];
    private int next;

    @Setup
    public void setup() {
        hasher = switch (hash) {
            case "xxh3" -> Hashing.xxh3_64(42);
            case "komihash5" -> Hashing.komihash5_0(42);
            case "rapidhash3" -> Hashing.rapidhashV3(42);
            case "wyhash4" -> Hashing.wyhashFinal4(42);
            default -> throw new IllegalArgumentException(hash);
        };
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < KEYS; i++) {
            longs[i] = random.nextLong();
            random.nextBytes(urls[i]);
            words[i] = new byte[4 + random.nextInt(28)];
            random.nextBytes(words[i]);
        }
    }

    @Benchmark
    public long ofLong() {
        return hasher.hashLongToLong(longs[next++ & (KEYS - 1)]);
    }

    @Benchmark
    public long ofSixtyBytes() {
        byte[] key = urls[next++ & (KEYS - 1)];
        return hasher.hashBytesToLong(key, 0, key.length);
    }

    @Benchmark
    public long ofFourToThirtyBytes() {
        byte[] key = words[next++ & (KEYS - 1)];
        return hasher.hashBytesToLong(key, 0, key.length);
    }
}
