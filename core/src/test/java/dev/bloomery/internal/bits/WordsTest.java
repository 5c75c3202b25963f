package dev.bloomery.internal.bits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WordsTest {

    @Test
    void ofBits_anyNumber_roundsUpToWords() {
        assertThat(Words.ofBits(1).length()).isEqualTo(1);
        assertThat(Words.ofBits(64).length()).isEqualTo(1);
        assertThat(Words.ofBits(65).length()).isEqualTo(2);
        assertThat(Words.ofBits(6400).length()).isEqualTo(100);
        assertThat(Words.ofBits(6400).memoryBytes()).isEqualTo(816);
    }

    @Test
    void wordIndex_beyondTwoToThe32_isNotCut() {
        assertThat(Words.wordIndex(0)).isZero();
        assertThat(Words.wordIndex(63)).isZero();
        assertThat(Words.wordIndex(64)).isEqualTo(1);
        assertThat(Words.wordIndex((1L << 32) + 320)).isEqualTo((1 << 26) + 5);
        assertThat(Words.wordIndex((1L << 37) - 1)).isEqualTo(Integer.MAX_VALUE);
        assertThat(Words.wordIndex(Words.MAX_BITS - 1)).isEqualTo(Integer.MAX_VALUE - 8);
    }

    @Test
    void wordIndex_beyondOneArray_throws() {
        for (long bit : new long[] {1L << 37, 1L << 40, Long.MAX_VALUE, -1, Long.MIN_VALUE}) {
            assertThatThrownBy(() -> Words.wordIndex(bit)).as("%d", bit).isInstanceOf(ArithmeticException.class);
        }
    }

    @Test
    void set_bits_tellsWhetherOneWasClear() {
        for (boolean shared : new boolean[] {true, false}) {
            Words words = Words.ofBits(192);
            assertThat(set(words, shared, 1, 0b101)).isTrue();
            assertThat(set(words, shared, 1, 0b101)).isFalse();
            assertThat(set(words, shared, 1, 0b001)).isFalse();
            assertThat(set(words, shared, 1, 0b011)).as("one of two was clear").isTrue();
            assertThat(set(words, shared, 2, Long.MIN_VALUE)).isTrue();
            assertThat(set(words, shared, 0, 0)).as("no bit asked for").isFalse();
            assertThat(words.get(0)).isZero();
            assertThat(words.get(1)).isEqualTo(0b111);
            assertThat(words.get(2)).isEqualTo(Long.MIN_VALUE);
            assertThat(words.countSet()).isEqualTo(4);
        }
    }

    private static boolean set(Words words, boolean shared, int index, long mask) {
        return shared ? words.setShared(index, mask) : words.setAlone(index, mask);
    }

    @Test
    void clear_setBits_makesAllZero() {
        Words words = Words.ofBits(1000);
        for (int i = 0; i < words.length(); i++) {
            words.setAlone(i, -1);
        }
        assertThat(words.countSet()).isEqualTo(1024);
        words.clear();
        assertThat(words.countSet()).isZero();
    }

    @Test
    void copy_thenSet_leavesTheOtherAsItIs() {
        Words words = Words.ofBits(128);
        words.setAlone(0, 1);
        Words copy = words.copy();
        copy.setAlone(0, 2);
        words.setAlone(1, 4);
        assertThat(words.get(0)).isEqualTo(1);
        assertThat(copy.get(0)).isEqualTo(3);
        assertThat(copy.get(1)).isZero();
    }

    @Test
    void setShared_fourThreadsInTheSameWords_losesNoBit() throws Exception {
        for (int round = 0; round < 5; round++) {
            assertThat(bitsSetByThreads(4, true)).isEqualTo(WORDS * 64L);
        }
    }

    /** The control: what the test above would see if the update were not atomic. */
    @Test
    void setAlone_twoThreadsInTheSameWords_losesBits() throws Exception {
        boolean lost = false;
        for (int round = 0; round < 100 && !lost; round++) {
            lost = bitsSetByThreads(2, false) < WORDS * 64L;
        }
        assumeTrue(lost, "the threads never met; one processor?");
    }

    private static final int WORDS = 4000;

    /** Each thread sets every n-th bit of all words, one by one, word after word; the bits that are set in the end. */
    private static long bitsSetByThreads(int threads, boolean shared) throws InterruptedException, ExecutionException {
        Words words = Words.ofBits(WORDS * 64L);
        AtomicInteger waitingFor = new AtomicInteger(threads);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                int first = t;
                running.add(pool.submit(() -> {
                    waitingFor.decrementAndGet();
                    while (waitingFor.get() > 0) { // spins, so that they start within a microsecond of each other
                        Thread.onSpinWait();
                    }
                    for (int bit = first; bit < 64; bit += threads) {
                        for (int i = 0; i < WORDS; i++) {
                            set(words, shared, i, 1L << bit);
                        }
                    }
                    return null;
                }));
            }
            for (Future<?> each : running) {
                each.get();
            }
        } finally {
            pool.shutdown();
        }
        return words.countSet();
    }
}
