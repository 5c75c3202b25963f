package dev.bloomery.benchmarks.race.floor;

import dev.bloomery.benchmarks.keys.Queries;
import dev.bloomery.benchmarks.race.task.Task;
import dev.bloomery.spec.BloomSizing;
import dev.bloomery.spec.Layout;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Reads random cache lines of an array as large as our blocked filter: what the memory alone takes of a query. The lines come
 * from an array of random numbers that is read in order.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(Queries.A_CALL)
public class FloorReads {
    private static final int WORDS_OF_LINE = 8;
    private static final int LINES = Queries.LONGS;

    private long[] words = {};
    private int[] lines = {};
    private int next;

    @Setup(Level.Trial)
    public void setup(ThreadParams thread) {
        Memory memory = Memory.of(FloorTask.current());
        words = memory.words();
        lines = memory.lines();
        next = Queries.firstOf(thread, lines.length);
    }

    /** As large as our filter; shared by the threads. */
    private record Memory(long[] words, int[] lines) {
        private static Memory made;

        static synchronized Memory of(Task task) {
            if (made == null) {
                long bits =
                        BloomSizing.of(Layout.BLOCKED, task.keys(), task.fpp()).sizeInBits();
                SplittableRandom random = new SplittableRandom(3);
                long[] words = new long[Math.toIntExact(bits / Long.SIZE)];
                for (int i = 0; i < words.length; i++) {
                    words[i] = random.nextLong() >>> 1; // not negative: see dependent
                }
                int[] lines = random.ints(LINES, 0, Math.max(1, words.length / WORDS_OF_LINE))
                        .map(line -> line * WORDS_OF_LINE)
                        .toArray();
                made = new Memory(words, lines);
            }
            return made;
        }
    }

    /** One line a call, as a single query would read it. */
    @Benchmark
    public long single() {
        long[] words = this.words;
        int[] lines = this.lines;
        int from = advance();
        long sum = 0;
        for (int i = from; i < from + Queries.A_CALL; i++) {
            sum += read(words, lines[i]);
        }
        return sum;
    }

    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    private static long read(long[] words, int line) {
        return words[line];
    }

    /** Line after line without any dependency: as many reads under way as the processor can have. */
    @Benchmark
    public long overlapped() {
        long[] words = this.words;
        int[] lines = this.lines;
        int from = advance();
        long sum = 0;
        for (int i = from; i < from + Queries.A_CALL; i++) {
            sum += words[lines[i]];
        }
        return sum;
    }

    /** The address of a line needs the value of the last one, which has no sign: the compiler does not know that. */
    @Benchmark
    public long dependent() {
        long[] words = this.words;
        int[] lines = this.lines;
        int from = advance();
        long word = 0;
        for (int i = from; i < from + Queries.A_CALL; i++) {
            word = words[lines[i] + (int) (word >>> 63)];
        }
        return word;
    }

    private int advance() {
        int from = next;
        next = from + Queries.A_CALL & LINES - 1;
        return from;
    }
}
