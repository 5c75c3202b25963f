package dev.bloomery.benchmarks;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
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
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What the machine takes for the writes of a thread-safe add alone: two atomic ors to random cache lines of 1.27 MB, by two threads, each
 * in memory of its own or both in the same. The difference is the way of a line from one core to the other.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(SharedLinesBenchmark.A_CALL)
@Threads(2)
@Warmup(iterations = 10, time = 100, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 20, time = 50, timeUnit = TimeUnit.MILLISECONDS)
@Fork(3)
public class SharedLinesBenchmark {
    static final int A_CALL = 1024;
    private static final int WORDS = 19_888 * 8;
    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] shared = new long[WORDS];

    /** What a thread has for itself. */
    @State(Scope.Thread)
    public static class Own {
        private final long[] words = new long[WORDS];
        private final SplittableRandom random = new SplittableRandom();
    }

    @Benchmark
    public long ownLines(Own own) {
        return write(own.words, own.random);
    }

    @Benchmark
    public long sharedLines(Own own) {
        return write(shared, own.random);
    }

    private static long write(long[] words, SplittableRandom random) {
        long before = 0;
        for (int i = 0; i < A_CALL; i++) {
            long bits = random.nextLong();
            int line = (int) (((bits >>> 32) * (WORDS / 8)) >>> 32) * 8;
            before ^= (long) WORD.getAndBitwiseOr(words, line, bits);
            before ^= (long) WORD.getAndBitwiseOr(words, line + 1, bits);
        }
        return before;
    }
}
