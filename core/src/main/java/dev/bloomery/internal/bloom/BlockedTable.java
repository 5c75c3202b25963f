package dev.bloomery.internal.bloom;

import dev.bloomery.internal.bits.BranchFree;
import dev.bloomery.internal.bits.Words;
import dev.bloomery.internal.geometry.BlockShape;
import dev.bloomery.internal.geometry.BlockedGeometry;
import java.util.Arrays;

/**
 * All probes of a key in one block: one cache line a query.
 *
 * <p>The loops have no branch between words: the missing bits are collected with {@code |} and tested once, because a
 * branch that is taken half of the time costs more than the words. Whether a key has two words or four is a branch that is
 * always predicted. What the loops need of the geometry is copied into fields: a step less to the first cache line.
 */
final class BlockedTable extends BloomTable {
    /** 128 MiB of hashes. */
    private static final int MAX_BULK = 1 << 24;

    private final BlockedGeometry geometry;
    private final long[] array;
    private final long tableWords;

    /** The shape for one percent, the most common one, has a way of its own: one branch less, and a known table of sets. */
    private final boolean twoByThree;

    private final boolean twoWords;
    private final int bitsPerWord;
    /** Large tables are: then no block lies across two lines, which is worth an addition beyond the caches only. */
    private final boolean aligned;

    BlockedTable(BlockedGeometry geometry, boolean shared, Words words) {
        super(geometry, shared, words);
        this.geometry = geometry;
        this.array = words.array();
        this.tableWords = words.length();
        this.twoByThree = geometry.shape() == BlockShape.TWO_BY_THREE;
        this.twoWords = geometry.shape().words() == 2;
        this.bitsPerWord = geometry.shape().bitsPerWord();
        this.aligned = words.hasLead();
    }

    private int index(long word) {
        return aligned ? (int) word + Words.LEAD : (int) word;
    }

    /*
     * Queries turn the words back instead of turning the set: then one mask tests all of them, and it is loaded last, when the
     * words are on their way already.
     */

    @Override
    public boolean mightContainHash(long hash) {
        if (twoByThree) {
            return hasNone(~turnedTwo(hash) & BlockedGeometry.setForTwo(3, hash));
        }
        return twoWords
                ? hasNone(~turnedTwo(hash) & BlockedGeometry.setForTwo(bitsPerWord, hash))
                : hasNone(~turnedFour(hash) & BlockedGeometry.setForFour(bitsPerWord, hash));
    }

    /** Whether these bits of a set are none: {@link BranchFree#isZero} for less, because no set has bit 63. */
    static boolean hasNone(long bits) {
        return BranchFree.isZeroOf63(bits);
    }

    /** The bits that are set in both words of the key, turned back so that the set lies where it was before its rotations. */
    private long turnedTwo(long hash) {
        long[] words = array;
        long first = BlockedGeometry.firstWord(hash, tableWords);
        long even = words[index(first | BlockedGeometry.evenWord(hash))];
        long odd = words[index(first | BlockedGeometry.oddWord(hash))];
        return turnedBack(even, odd, hash);
    }

    /** The bits that are set in these words of a key, each turned back by its rotation. */
    static long turnedBack(long even, long odd, long hash) {
        return Long.rotateRight(even, (int) hash) & Long.rotateRight(odd, BlockedGeometry.rotation(hash, 1));
    }

    private long turnedFour(long hash) {
        long[] words = array;
        long first = BlockedGeometry.firstWord(hash, tableWords);
        long turned = -1;
        for (int group = 0; group < 4; group++) {
            long word = words[index(first | BlockedGeometry.wordOfFour(hash, group))];
            turned &= Long.rotateRight(word, BlockedGeometry.rotation(hash, group));
        }
        return turned;
    }

    @Override
    public boolean addHash(long hash) {
        if (twoByThree) {
            return addTwo(hash, BlockedGeometry.setForTwo(3, hash));
        }
        return twoWords ? addTwo(hash, BlockedGeometry.setForTwo(bitsPerWord, hash)) : addFour(hash);
    }

    private boolean addTwo(long hash, long set) {
        long[] words = array;
        long first = BlockedGeometry.firstWord(hash, tableWords);
        int even = index(first | BlockedGeometry.evenWord(hash));
        int odd = index(first | BlockedGeometry.oddWord(hash));
        long evenMask = Long.rotateLeft(set, (int) hash);
        long oddMask = Long.rotateLeft(set, BlockedGeometry.rotation(hash, 1));
        if (!shared) {
            return !BranchFree.isZero(Words.setAlone(words, even, evenMask) | Words.setAlone(words, odd, oddMask));
        }
        long evenMissing = evenMask & ~words[even];
        long oddMissing = oddMask & ~words[odd];
        if ((evenMissing | oddMissing) == 0) {
            return false;
        }
        long evenChanged = evenMissing == 0 ? 0 : Words.setShared(words, even, evenMask);
        long oddChanged = oddMissing == 0 ? 0 : Words.setShared(words, odd, oddMask);
        return settled(evenChanged | oddChanged, evenChanged == evenMissing && oddChanged == oddMissing);
    }

    private boolean addFour(long hash) {
        long[] words = array;
        long first = BlockedGeometry.firstWord(hash, tableWords);
        long set = BlockedGeometry.setForFour(bitsPerWord, hash);
        long changed = 0;
        if (!shared) {
            for (int group = 0; group < 4; group++) {
                long mask = Long.rotateLeft(set, BlockedGeometry.rotation(hash, group));
                changed |= Words.setAlone(words, index(first | BlockedGeometry.wordOfFour(hash, group)), mask);
            }
            return !BranchFree.isZero(changed);
        }
        int missing = 0;
        for (int group = 0; group < 4; group++) {
            long mask = Long.rotateLeft(set, BlockedGeometry.rotation(hash, group));
            missing += Long.bitCount(mask & ~words[index(first | BlockedGeometry.wordOfFour(hash, group))]);
        }
        if (missing == 0) {
            return false;
        }
        int changedBits = 0;
        for (int group = 0; group < 4; group++) {
            long mask = Long.rotateLeft(set, BlockedGeometry.rotation(hash, group));
            changedBits +=
                    Long.bitCount(Words.setShared(words, index(first | BlockedGeometry.wordOfFour(hash, group)), mask));
        }
        return settled(changedBits, changedBits == missing);
    }

    @Override
    long touch(long[] hashes, int from, int to) {
        long[] words = array;
        long any = 0;
        for (int i = from; i < to; i++) {
            any |= words[index(BlockedGeometry.firstWord(hashes[i], tableWords))];
        }
        return any;
    }

    @Override
    public long addHashes(long[] hashes, int count) {
        if (words.length() <= RegionOrder.REGION_WORDS || count < bulkSize()) {
            return super.addHashes(hashes, count);
        }
        long[] ordered = new long[Math.min(bulkSize(), count)];
        long changed = 0;
        for (int from = 0; from < count; from += ordered.length) {
            int to = Math.min(from + ordered.length, count);
            RegionOrder.of(hashes, from, to, ordered, words.length());
            for (int i = 0; i < to - from; i++) {
                changed += addHash(ordered[i]) ? 1 : 0;
            }
        }
        return changed;
    }

    /** Two keys for each block: then the lines of a region are fetched once for several keys, at a fourth of the memory. */
    @Override
    public int bulkSize() {
        return words.length() <= RegionOrder.REGION_WORDS
                ? TOUCHED
                : Math.min(words.length() / BlockShape.BLOCK_WORDS * 2, MAX_BULK);
    }

    /**
     * The mean over the blocks of the chance that all words that a key may pick have its bits. Exact, but that the words of a key
     * share their set, which adds less than a hundredth of it.
     */
    @Override
    public double currentFpp() {
        return fpp(geometry.shape(), words, 0, words.length());
    }

    /** {@link #currentFpp} of the blocks in the words from {@code from} to before {@code to}. */
    static double fpp(BlockShape shape, Words words, int from, int to) {
        int groups = shape.words();
        double[] allSet = new double[Long.SIZE + 1]; // by the bits that are set in a word
        Arrays.setAll(allSet, shape::allSet);
        double sum = 0;
        for (int first = from; first < to; first += BlockShape.BLOCK_WORDS) {
            double inAll = 1;
            for (int group = 0; group < groups; group++) {
                double chance = 0;
                for (int word = group; word < BlockShape.BLOCK_WORDS; word += groups) {
                    chance += allSet[Long.bitCount(words.get(first + word))];
                }
                inAll *= chance * groups / BlockShape.BLOCK_WORDS;
            }
            sum += inAll;
        }
        return sum * BlockShape.BLOCK_WORDS / (to - from);
    }

    @Override
    public BloomTable copy() {
        return new BlockedTable(geometry, shared, words.copy());
    }
}
