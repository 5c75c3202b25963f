package dev.bloomery.internal.bits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.support.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CountersTest {
    /** For threads to meet, which takes milliseconds where there are two processors. */
    private static final long PATIENCE_NANOS = 60_000_000_000L;

    @ParameterizedTest
    @CsvSource({"4, 1, 1", "4, 16, 1", "4, 17, 2", "4, 1600, 100", "8, 1, 1", "8, 8, 1", "8, 9, 2", "8, 1600, 200"})
    void memoryBytes_anyLength_isTheWidthRoundedUpToAWord(int bits, long length, long words) {
        assertThat(Counters.words(length, bits)).isEqualTo(words);
        Counters counters = Counters.of(length, bits, true);
        assertThat(counters.length()).isEqualTo(length);
        assertThat(counters.memoryBytes()).isEqualTo(16 + 8 * words);
        assertThat(counters.memoryBytes() - 16).isBetween(length * bits / 8, length * bits / 8 + 8);
    }

    /** Sizes that are not allocated here: shift first, narrow last. */
    @Test
    void words_beyondTwoToThe32_isNotCut() {
        assertThat(Counters.words(1L << 34, 4)).isEqualTo(1L << 30);
        assertThat(Counters.words((1L << 34) + 1, 8)).isEqualTo((1L << 31) + 1);
        assertThatThrownBy(() -> Counters.of(1L << 36, 4, true)).isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> Counters.of(10, 4, true).get(1L << 35)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> Counters.of(10, 8, true).get(1L << 34)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @ParameterizedTest
    @CsvSource({"4, true, 15", "4, false, 15", "8, true, 255", "8, false, 255"})
    void increment_toTheLargestValue_sticksAndNeverWraps(int bits, boolean shared, long largest) {
        Counters counters = Counters.of(40, bits, shared);
        assertThat(counters.stuckValue()).isEqualTo(largest);
        for (long expected = 1; expected < largest; expected++) {
            counters.increment(17);
            assertThat(counters.get(17)).isEqualTo(expected);
            assertThat(counters.countStuck()).isZero();
        }
        for (int more = 0; more < 20; more++) {
            counters.increment(17);
            assertThat(counters.get(17)).isEqualTo(largest);
            assertThat(counters.countStuck()).isEqualTo(1);
        }
        for (int less = 0; less < 2 * largest; less++) {
            counters.decrement(17);
            assertThat(counters.get(17)).as("stuck").isEqualTo(largest);
        }
        counters.clear();
        assertThat(counters.get(17)).isZero();
        assertThat(counters.countStuck()).isZero();
    }

    /** What a table counts its used counters by. */
    @ParameterizedTest
    @CsvSource({"4, true", "4, false", "8, true", "8, false"})
    void change_anyCounter_tellsWhetherItLeftOrReachedZero(int bits, boolean shared) {
        Counters counters = Counters.of(40, bits, shared);
        assertThat(counters.decrement(21)).as("0 stays 0").isZero();
        assertThat(counters.increment(21)).as("from 0 to 1").isEqualTo(1);
        for (int n = 1; n <= 2 * counters.stuckValue(); n++) {
            assertThat(counters.increment(21))
                    .as("from %d", n)
                    .isEqualTo(n == counters.stuckValue() - 1 ? Counters.STUCK : 0);
        }
        assertThat(counters.decrement(21)).as("stuck").isZero();
        raise(counters, 22, counters.stuckValue() - 1);
        for (long left = counters.stuckValue() - 2; left > 0; left--) {
            assertThat(counters.decrement(22)).as("%d left", left).isZero();
        }
        assertThat(counters.decrement(22)).as("from 1 to 0").isEqualTo(1);
        assertThat(counters.decrement(22)).as("0 stays 0").isZero();
    }

    @ParameterizedTest
    @CsvSource({"4, true", "4, false", "8, true", "8, false"})
    void decrement_belowTheLargestValue_takesBackEachIncrement(int bits, boolean shared) {
        Counters counters = Counters.of(40, bits, shared);
        for (int i = 0; i < counters.stuckValue() - 1; i++) {
            counters.increment(15);
        }
        for (long expected = counters.stuckValue() - 2; expected >= 0; expected--) {
            counters.decrement(15);
            assertThat(counters.get(15)).isEqualTo(expected);
        }
        counters.decrement(15);
        assertThat(counters.get(15)).as("0 stays 0").isZero();
        assertThat(counters.get(14)).as("nothing was borrowed").isZero();
        assertThat(counters.get(16)).as("nothing was borrowed").isZero();
    }

    /** Random steps on counters that are not whole words, against an array of ints; every neighbour is looked at. */
    @ParameterizedTest
    @CsvSource({"4, true", "4, false", "8, true", "8, false"})
    void change_randomCounters_leavesAllOthersAsTheyAre(int bits, boolean shared) {
        long seed = Seeds.orElse(43);
        SplittableRandom random = new SplittableRandom(seed);
        Counters counters = Counters.of(37, bits, shared);
        long[] model = new long[37];
        long largest = counters.stuckValue();
        for (int step = 0; step < 20_000; step++) {
            int at = random.nextInt(model.length);
            if (random.nextInt(100) < 52) {
                counters.increment(at);
                model[at] = Math.min(largest, model[at] + 1);
            } else {
                counters.decrement(at);
                model[at] = model[at] == largest || model[at] == 0 ? model[at] : model[at] - 1;
            }
            if (step % 8 == 0) {
                assertThat(values(counters)).as("step %d, seed %d", step, seed).isEqualTo(model);
            }
        }
        long stuck = Arrays.stream(model).filter(value -> value == largest).count();
        assertThat(counters.countStuck()).isEqualTo(stuck);
    }

    /** First and last counters of words, all others full: a carry or a borrow would be seen beside them. */
    @ParameterizedTest
    @CsvSource({"4", "8"})
    void change_atTheEdgesOfAWord_carriesNothingOver(int bits) {
        int perWord = 64 / bits;
        for (int at : new int[] {0, 1, perWord - 2, perWord - 1, perWord, 2 * perWord - 1, 2 * perWord}) {
            Counters counters = Counters.of(3L * perWord, bits, true);
            long largest = counters.stuckValue();
            for (int i = 0; i < 3 * perWord; i++) {
                for (int n = 0; i != at && n < largest; n++) {
                    counters.increment(i);
                }
            }
            counters.increment(at);
            counters.increment(at);
            counters.decrement(at);
            assertThat(counters.get(at)).isEqualTo(1);
            counters.decrement(at);
            counters.decrement(at);
            assertThat(counters.get(at)).isZero();
            assertThat(counters.countStuck()).as("beside counter %d", at).isEqualTo(3L * perWord - 1);
        }
    }

    @ParameterizedTest
    @CsvSource({"4, true", "4, false", "8, true", "8, false"})
    void addFrom_everyPairOfValues_addsUpAndSticks(int bits, boolean shared) {
        int values = 1 << bits;
        Counters left = Counters.of((long) values * values, bits, shared);
        Counters right = Counters.of((long) values * values, bits, shared);
        for (int i = 0; i < values * values; i++) {
            raise(left, i, i / values);
            raise(right, i, i % values);
        }
        left.addFrom(right);
        for (int i = 0; i < values * values; i++) {
            assertThat(left.get(i)).isEqualTo(Math.min(values - 1, i / values + i % values));
            assertThat(right.get(i)).as("the other is not changed").isEqualTo(i % values);
        }
        long stuckOne = left.countStuck();
        left.addFrom(left);
        assertThat(left.countStuck()).isGreaterThan(stuckOne);
        for (int i = 0; i < values * values; i++) {
            long once = Math.min(values - 1, i / values + i % values);
            assertThat(left.get(i)).as("added to itself").isEqualTo(Math.min(values - 1, 2 * once));
        }
    }

    @Test
    void copy_thenChange_leavesTheOtherAsItIs() {
        Counters counters = Counters.of(20, 4, true);
        counters.increment(3);
        Counters copy = counters.copy();
        copy.increment(3);
        counters.decrement(3);
        counters.increment(19);
        assertThat(copy.get(3)).isEqualTo(2);
        assertThat(copy.get(19)).isZero();
        assertThat(counters.get(3)).isZero();
        assertThat(copy.length()).isEqualTo(20);
    }

    @ParameterizedTest
    @CsvSource({"4", "8"})
    void change_fourThreadsInTheSameWord_isExact(int bits) throws Exception {
        for (int round = 0; round < 3; round++) {
            assertThat(afterUpAndDown(bits, 4, true)).containsOnly(1);
        }
    }

    /** The control: what the test above would see if a change were not atomic. */
    @ParameterizedTest
    @CsvSource({"4", "8"})
    void change_aloneModeFromThreadsInTheSameWord_losesCounts(int bits) throws Exception {
        boolean lost = false;
        for (long end = System.nanoTime() + PATIENCE_NANOS; !lost && System.nanoTime() < end; ) {
            for (long value : afterUpAndDown(bits, 2, false)) {
                lost |= value != 1;
            }
        }
        assertThat(lost)
                .as("two threads met within a minute, and one undid what the other had done")
                .isTrue();
    }

    /** Stuck while others raise and lower its neighbours: it must not move, and they must come back to 0. */
    @Test
    void change_besideAStuckCounter_leavesItStuck() throws Exception {
        Counters counters = Counters.of(16, 4, true);
        raise(counters, 7, 15);
        inThreads(4, thread -> {
            for (int i = 0; i < 50_000; i++) {
                counters.increment(thread * 4L % 16);
                counters.decrement(7);
                counters.increment(7);
                counters.decrement(thread * 4L % 16);
            }
        });
        for (int i = 0; i < 16; i++) {
            assertThat(counters.get(i)).isEqualTo(i == 7 ? 15 : 0);
        }
    }

    /**
     * All threads raise and lower counters of one word: each its own, and one that they share, which stays far from
     * sticking. In the end each was raised once more than lowered, the shared one by thread 0 only.
     */
    private static long[] afterUpAndDown(int bits, int threads, boolean shared) throws Exception {
        Counters counters = Counters.of(threads + 1L, bits, shared);
        inThreads(threads, thread -> {
            for (int i = 0; i < 50_000; i++) {
                counters.increment(thread);
                counters.increment(threads);
                counters.decrement(thread);
                counters.decrement(threads);
            }
            counters.increment(thread);
        });
        counters.increment(threads);
        return values(counters);
    }

    private interface Work {
        void run(int thread);
    }

    private static void inThreads(int threads, Work work) throws InterruptedException, ExecutionException {
        AtomicInteger waitingFor = new AtomicInteger(threads);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                int thread = t;
                running.add(pool.submit(() -> {
                    waitingFor.decrementAndGet();
                    while (waitingFor.get() > 0) {
                        Thread.onSpinWait();
                    }
                    work.run(thread);
                }));
            }
            for (Future<?> each : running) {
                each.get();
            }
        } finally {
            pool.shutdown();
        }
    }

    private static void raise(Counters counters, long at, long times) {
        for (long n = 0; n < times; n++) {
            counters.increment(at);
        }
    }

    private static long[] values(Counters counters) {
        long[] values = new long[(int) counters.length()];
        for (int i = 0; i < values.length; i++) {
            values[i] = counters.get(i);
        }
        return values;
    }
}
