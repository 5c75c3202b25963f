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
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What instructions cost beside reads: a loop that reads two random words a key, as a query of a cuckoo filter does, after so many
 * rounds of mixing, of nine instructions each. Beyond the caches a processor has as many reads under way as fit into its window of
 * some hundred instructions, so an instruction costs a share of the latency of the memory.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(WorkBesideReadsBenchmark.A_CALL)
@Warmup(iterations = 10, time = 100, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 20, time = 100, timeUnit = TimeUnit.MILLISECONDS)
@Fork(3)
public class WorkBesideReadsBenchmark {
    static final int A_CALL = 1024;
    private static final int KEYS = 1 << 20;

    /** Of the array: in the caches of a core, and a table of ten million fingerprints of 16 bits. */
    @Param({"500", "21000"})
    private int kilobytes;

    private long[] words = {};
    private final long[] keys = new SplittableRandom(1).longs(KEYS).toArray();
    private int next;

    @Setup
    public void setup() {
        words = new SplittableRandom(2).longs(kilobytes * 1_000 / Long.BYTES).toArray();
    }

    @Benchmark
    public long oneRound() {
        long sum = 0;
        for (int i = next(), end = i + A_CALL; i < end; i++) {
            sum += read(mix(keys[i]));
        }
        return sum;
    }

    @Benchmark
    public long threeRounds() {
        long sum = 0;
        for (int i = next(), end = i + A_CALL; i < end; i++) {
            sum += read(mix(mix(mix(keys[i]))));
        }
        return sum;
    }

    @Benchmark
    public long sixRounds() {
        long sum = 0;
        for (int i = next(), end = i + A_CALL; i < end; i++) {
            sum += read(mix(mix(mix(mix(mix(mix(keys[i])))))));
        }
        return sum;
    }

    private int next() {
        int from = next;
        next = from + A_CALL & KEYS - 1;
        return from;
    }

    private long read(long bits) {
        return words[place(bits >>> 32)] ^ words[place(bits & 0xFFFF_FFFFL)];
    }

    private int place(long bits32) {
        return (int) (bits32 * words.length >>> 32);
    }

    private static long mix(long bits) {
        long x = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
        x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
        return x ^ (x >>> 31);
    }
}
