package dev.bloomery.benchmarks;

import dev.bloomery.internal.geometry.BlockedGeometry;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Ways to query a block of eight words, for docs/adr/0010: from a bit in each word to a set of three bits in two of them. Hashes
 * are given, a million keys at one percent, a table of 1.27 MB.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(BlockQueryBenchmark.A_CALL)
@Warmup(iterations = 10, time = 100, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 20, time = 50, timeUnit = TimeUnit.MILLISECONDS)
@Fork(3)
public class BlockQueryBenchmark {
    static final int A_CALL = 1024;
    private static final int KEYS = 1_000_000;
    private static final int ASKED = 1 << 19;
    private static final int WORDS = 19_888 * 8; // 10.18 bits a key

    /** How many of a hundred keys that are asked for are in. */
    @Param({"0", "50"})
    public int present;

    private final long[] eight = new long[WORDS];
    private final long[] two = new long[WORDS];
    private long[] hashes;
    private int next;

    @Setup(Level.Trial)
    public void fill() {
        SplittableRandom random = new SplittableRandom(1);
        hashes = new long[ASKED];
        for (int key = 0; key < KEYS; key++) {
            long hash = random.nextLong();
            int first = first(hash);
            for (int i = 0; i < 8; i++) {
                eight[first + i] |= 1L << (mixed(hash) >>> (6 * i));
            }
            long set = BlockedGeometry.setForTwo(3, hash);
            two[first | (int) BlockedGeometry.evenWord(hash)] |= Long.rotateLeft(set, (int) hash);
            two[first | (int) BlockedGeometry.oddWord(hash)] |= Long.rotateLeft(set, BlockedGeometry.rotation(hash, 1));
            if (key < ASKED) {
                hashes[key] = hash;
            }
        }
        for (int i = 0; i < ASKED; i++) {
            if (random.nextInt(100) >= present) {
                hashes[i] = random.nextLong();
            }
        }
    }

    private static int first(long hash) {
        return (int) BlockedGeometry.firstWord(hash, WORDS);
    }

    /** Fresh bits for the picks of eight words, which the lower half of the hash is too short for. */
    private static long mixed(long hash) {
        long x = (hash ^ (hash >>> 30)) * 0xBF58476D1CE4E5B9L;
        return x ^ (x >>> 31);
    }

    private static boolean isZero(long bits) {
        return (int) ((~bits & (bits - 1)) >>> 63) != 0;
    }

    private int from() {
        int from = next;
        next = (from + A_CALL) & (ASKED - 1);
        return from;
    }

    private long missingOfEight(long hash) {
        int first = first(hash);
        long picks = mixed(hash);
        long missing = 0;
        for (int i = 0; i < 8; i++) {
            missing |= ~eight[first + i] & (1L << (picks >>> (6 * i)));
        }
        return missing;
    }

    @Benchmark
    public int eightWordsCompared() {
        int maybes = 0;
        for (int i = from(), end = i + A_CALL; i < end; i++) {
            maybes += missingOfEight(hashes[i]) == 0 ? 1 : 0;
        }
        return maybes;
    }

    @Benchmark
    public int eightWordsBySign() {
        int maybes = 0;
        for (int i = from(), end = i + A_CALL; i < end; i++) {
            maybes += isZero(missingOfEight(hashes[i])) ? 1 : 0;
        }
        return maybes;
    }

    @Benchmark
    public int twoWordsSetTurned() {
        int maybes = 0;
        for (int i = from(), end = i + A_CALL; i < end; i++) {
            long hash = hashes[i];
            int first = first(hash);
            long set = BlockedGeometry.setForTwo(3, hash);
            long missing = ~two[first + (int) BlockedGeometry.evenWord(hash)] & Long.rotateLeft(set, (int) hash);
            missing |= ~two[first + (int) BlockedGeometry.oddWord(hash)]
                    & Long.rotateLeft(set, BlockedGeometry.rotation(hash, 1));
            maybes += isZero(missing) ? 1 : 0;
        }
        return maybes;
    }

    @Benchmark
    public int twoWordsTurnedBack() {
        int maybes = 0;
        for (int i = from(), end = i + A_CALL; i < end; i++) {
            long hash = hashes[i];
            long first = BlockedGeometry.firstWord(hash, WORDS);
            long even = two[(int) (first | BlockedGeometry.evenWord(hash))];
            long odd = two[(int) (first | BlockedGeometry.oddWord(hash))];
            long both = Long.rotateRight(even, (int) hash) & Long.rotateRight(odd, BlockedGeometry.rotation(hash, 1));
            long missing = ~both & BlockedGeometry.setForTwo(3, hash);
            maybes += (int) ((missing - 1) >>> 63) != 0 ? 1 : 0;
        }
        return maybes;
    }
}
