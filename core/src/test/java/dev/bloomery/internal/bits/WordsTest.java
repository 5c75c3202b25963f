package dev.bloomery.internal.bits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.support.Seeds;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class WordsTest {
    /** For threads to meet, which takes milliseconds where there are two processors. */
    private static final long PATIENCE_NANOS = 60_000_000_000L;

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
    void set_bits_tellsWhichWereClear() {
        for (boolean shared : new boolean[] {true, false}) {
            Words words = Words.ofBits(192);
            assertThat(set(words, shared, 1, 0b101)).isEqualTo(0b101);
            assertThat(set(words, shared, 1, 0b101)).isZero();
            assertThat(set(words, shared, 1, 0b001)).isZero();
            assertThat(set(words, shared, 1, 0b011)).as("one of two was clear").isEqualTo(0b010);
            assertThat(set(words, shared, 2, Long.MIN_VALUE)).isEqualTo(Long.MIN_VALUE);
            assertThat(set(words, shared, 0, 0)).as("no bit asked for").isZero();
            assertThat(words.get(0)).isZero();
            assertThat(words.get(1)).isEqualTo(0b111);
            assertThat(words.get(2)).isEqualTo(Long.MIN_VALUE);
            assertThat(words.countSet()).isEqualTo(4);
        }
    }

    private static long set(Words words, boolean shared, int index, long mask) {
        return shared ? Words.setShared(words.array(), index, mask) : Words.setAlone(words.array(), index, mask);
    }

    /** Of threads that set the same bits at the same time, each bit is reported to one. */
    @Test
    void setShared_sameBitsFromThreads_tellsEachBitOnce() throws Exception {
        for (int round = 0; round < 20; round++) {
            Words words = Words.ofBits(WORDS * 64L);
            AtomicLong told = new AtomicLong();
            AtomicInteger waitingFor = new AtomicInteger(2);
            Runnable adds = () -> {
                waitingFor.decrementAndGet();
                while (waitingFor.get() > 0) {
                    Thread.onSpinWait();
                }
                long mine = 0;
                for (int i = 0; i < WORDS; i++) {
                    mine += Long.bitCount(Words.setShared(words.array(), i, -1L >>> (i & 31)));
                }
                told.addAndGet(mine);
            };
            Thread other = new Thread(adds);
            other.start();
            adds.run();
            other.join();
            assertThat(told.get()).isEqualTo(words.countSet());
        }
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

    /** Large ones begin some words into their array, so that blocks begin a cache line; nothing of that is seen outside. */
    @Test
    void ofBlocks_smallAndLarge_areWordsLikeOthers() {
        for (int length : new int[] {8, (1 << 18) - 8, 1 << 18, (1 << 18) + 8, 1 << 19}) {
            Words words = Words.ofBlocks(64L * length);
            assertThat(words.length()).isEqualTo(length);
            assertThat(words.hasLead()).isEqualTo(length > 1 << 18);
            assertThat(words.array()).hasSize(length + (words.hasLead() ? Words.LEAD : 0));
            assertThat(words.memoryBytes()).isBetween(8L * length, 8L * length + 64);
            int lead = words.array().length - length;
            assertThat(words.setAlone(0, 0b1)).isEqualTo(0b1);
            assertThat(words.setAlone(length - 1, Long.MIN_VALUE)).isEqualTo(Long.MIN_VALUE);
            assertThat(Words.setShared(words.array(), lead + 3, 0b110)).isEqualTo(0b110);
            assertThat(words.get(3)).isEqualTo(0b110);
            assertThat(words.countSet()).isEqualTo(4);
            assertThat(words.countSet(0, 64)).isEqualTo(1);
            assertThat(words.countSet(64L * length - 1, 64L * length)).isEqualTo(1);
            List<Long> seen = new ArrayList<>();
            words.forEachSet(seen::add);
            assertThat(seen).containsExactly(0L, 3 * 64 + 1L, 3 * 64 + 2L, 64L * length - 1);
            Words copy = words.copy();
            assertThat(copy.length()).isEqualTo(length);
            Words other = Words.ofBlocks(64L * length);
            other.setAlone(3, 0b011);
            other.setAlone(length - 2, 1);
            assertThat(copy.countMissing(other)).isEqualTo(2);
            copy.unionWith(other, true);
            copy.unionWith(other, false);
            assertThat(copy.countSet()).isEqualTo(6);
            copy.intersectWith(words);
            assertThat(copy.countSet()).isEqualTo(4);
            assertThat(copy.countMissing(words)).isZero();
            copy.clear();
            assertThat(copy.countSet()).isZero();
            assertThat(words.countSet()).isEqualTo(4);
        }
    }

    /** Every range of three words and a bit, against counting one by one. */
    @Test
    void countSet_anyRange_countsWhatLiesInIt() {
        long seed = Seeds.orElse(47);
        SplittableRandom random = new SplittableRandom(seed);
        Words words = Words.ofBits(193);
        BitSet model = new BitSet();
        for (int i = 0; i < 100; i++) {
            int bit = random.nextInt(193);
            words.setAlone(Words.wordIndex(bit), 1L << bit);
            model.set(bit);
        }
        for (int from = 0; from <= 193; from++) {
            for (int to = from; to <= 193; to++) {
                assertThat(words.countSet(from, to))
                        .as("from %d to %d, seed %d", from, to, seed)
                        .isEqualTo(model.get(from, to).cardinality());
            }
        }
        assertThat(words.countSet(0, 193)).isEqualTo(words.countSet());
    }

    @Test
    void countSet_allBitsSet_isTheLengthOfTheRange() {
        Words words = Words.ofBits(256);
        for (int i = 0; i < 4; i++) {
            words.setAlone(i, -1);
        }
        for (int from : new int[] {0, 1, 63, 64, 65, 127, 128}) {
            for (int length : new int[] {0, 1, 63, 64, 65, 127, 128}) {
                assertThat(words.countSet(from, from + length)).isEqualTo(length);
            }
        }
    }

    @Test
    void forEachSet_someBits_handsThemOverInOrder() {
        Words words = Words.ofBits(300);
        List<Long> expected = List.of(0L, 1L, 63L, 64L, 127L, 128L, 191L, 299L);
        for (long bit : expected) {
            words.setAlone(Words.wordIndex(bit), 1L << bit);
        }
        List<Long> seen = new ArrayList<>();
        words.forEachSet(seen::add);
        assertThat(seen).isEqualTo(expected);
        Words.ofBits(300).forEachSet(bit -> {
            throw new AssertionError("no bit is set, but it got " + bit);
        });
    }

    @Test
    void unionAndIntersection_everyPairOfBits_areThoseOfSets() {
        for (boolean shared : new boolean[] {true, false}) {
            long[] left = {0b0011, -1L, 0, Long.MIN_VALUE};
            long[] right = {0b0101, 0, -1L, Long.MIN_VALUE | 1};
            Words union = words(left);
            Words other = words(right);
            assertThat(union.countMissing(other)).isEqualTo(1 + 64 + 1);
            assertThat(other.countMissing(union)).isEqualTo(1 + 64);
            assertThat(union.countSet()).as("counting changes nothing").isEqualTo(2 + 64 + 1);
            union.unionWith(other, shared);
            assertThat(contents(union)).containsExactly(0b0111, -1L, -1L, Long.MIN_VALUE | 1);
            Words intersection = words(left);
            intersection.intersectWith(other);
            assertThat(contents(intersection)).containsExactly(0b0001, 0, 0, Long.MIN_VALUE);
            assertThat(contents(other)).as("the other is not changed").isEqualTo(right);
            union.unionWith(union, shared);
            union.intersectWith(union);
            assertThat(contents(union)).as("with itself").containsExactly(0b0111, -1L, -1L, Long.MIN_VALUE | 1);
        }
    }

    /** A union beside adds: what either sets is there in the end. */
    @Test
    void unionWith_sharedBesideAdds_losesNoBit() throws Exception {
        Words even = Words.ofBits(WORDS * 64L);
        for (int i = 0; i < WORDS; i++) {
            even.setAlone(i, 0x5555555555555555L);
        }
        for (int round = 0; round < 20; round++) {
            Words words = Words.ofBits(WORDS * 64L);
            Thread adds = new Thread(() -> {
                for (int bit = 1; bit < 64; bit += 2) {
                    for (int i = 0; i < WORDS; i++) {
                        set(words, true, i, 1L << bit);
                    }
                }
            });
            adds.start();
            words.unionWith(even, true);
            adds.join();
            assertThat(words.countSet()).isEqualTo(WORDS * 64L);
        }
    }

    private static Words words(long[] contents) {
        Words words = Words.ofBits(64L * contents.length);
        for (int i = 0; i < contents.length; i++) {
            words.setAlone(i, contents[i]);
        }
        return words;
    }

    private static long[] contents(Words words) {
        long[] contents = new long[words.length()];
        for (int i = 0; i < contents.length; i++) {
            contents[i] = words.get(i);
        }
        return contents;
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
        for (long end = System.nanoTime() + PATIENCE_NANOS; !lost && System.nanoTime() < end; ) {
            lost = bitsSetByThreads(2, false) < WORDS * 64L;
        }
        assertThat(lost)
                .as("two threads met within a minute, and one undid what the other had done")
                .isTrue();
    }

    private static final int WORDS = 4000;

    /** Each thread sets every n-th bit of all words, one by one, word after word; the bits that are set in the end. */
    /**
     * One word of each block is full. A sample of the first word of each piece would see all of them, or
     * none.
     */
    @Test
    void sampledFill_oneWordOfEachBlockFull_isAnEighth() {
        int blocks = 4_096;
        for (int full = 0; full < 8; full++) {
            Words words = Words.ofBlocks(blocks * 512L);
            for (int block = 0; block < blocks; block++) {
                set(words, false, 8 * block + full, -1L);
            }
            assertThat(words.sampledFill(blocks * 512L, blocks)).isBetween(0.115, 0.135);
            assertThat(words.sampledFill(blocks * 512L, 8 * blocks)).isEqualTo(0.125);
            assertThat(everyEighth(words)).as("the control").isEqualTo(full == 0 ? 1 : 0);
        }
    }

    private static double everyEighth(Words words) {
        long count = 0;
        for (int i = 0; i < words.length(); i += 8) {
            count += Long.bitCount(words.get(i));
        }
        return count / (8.0 * words.length());
    }

    @Test
    void sampledFill_moreWordsThanThereAre_countsTheBitsAlone() {
        Words words = Words.ofBits(70);
        set(words, false, 0, -1L);
        set(words, false, 1, 0b11);
        assertThat(words.sampledFill(70, 2)).isEqualTo(66 / 70.0);
    }

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
