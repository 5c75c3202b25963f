package dev.bloomery.internal.bloom;

import dev.bloomery.internal.bits.Words;
import dev.bloomery.internal.geometry.BlockShape;
import dev.bloomery.internal.geometry.BlockedGeometry;

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
    /** Twice the number of words: the multiplier that takes the upper 63 bits of a hash to a word. */
    private final long twiceTheWords;

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
        this.twiceTheWords = 2L * words.length();
        this.twoByThree = geometry.shape() == BlockShape.TWO_BY_THREE;
        this.twoWords = geometry.shape().words() == 2;
        this.bitsPerWord = geometry.shape().bitsPerWord();
        this.aligned = words.hasLead();
    }

    /** The first word of the key's block. The words are an array, so their number, and this, is an int. */
    private int firstWord(long hash) {
        return (int) Math.multiplyHigh(hash >>> 1, twiceTheWords) & -BlockShape.BLOCK_WORDS;
    }

    private int index(int first, int word) {
        int index = first | word;
        return aligned ? index + Words.LEAD : index;
    }

    /*
     * Queries turn the words back instead of turning the set: then one mask tests all of them, and it is loaded last, when the
     * words are on their way already.
     */

    @Override
    public boolean mightContainHash(long hash) {
        int first = firstWord(hash);
        int low = (int) hash;
        if (twoByThree) {
            return isZero(~turnedTwo(first, low) & BlockedGeometry.setForTwo(3, low));
        }
        return twoWords
                ? isZero(~turnedTwo(first, low) & BlockedGeometry.setForTwo(bitsPerWord, low))
                : isZero(~turnedFour(first, low) & BlockedGeometry.setForFour(bitsPerWord, hash));
    }

    /** The bits that are set in both words of the key, turned back so that the set lies where it was before its rotations. */
    private long turnedTwo(int first, int low) {
        long[] words = array;
        long even = words[index(first, BlockedGeometry.evenWord(low))];
        long odd = words[index(first, BlockedGeometry.oddWord(low))];
        return Long.rotateRight(even, low) & Long.rotateRight(odd, BlockedGeometry.rotation(low, 1));
    }

    private long turnedFour(int first, int low) {
        long[] words = array;
        long turned = -1;
        for (int group = 0; group < 4; group++) {
            long word = words[index(first, BlockedGeometry.wordOfFour(low, group))];
            turned &= Long.rotateRight(word, BlockedGeometry.rotation(low, group));
        }
        return turned;
    }

    @Override
    public boolean addHash(long hash) {
        int first = firstWord(hash);
        if (twoByThree) {
            return addTwo(first, (int) hash, BlockedGeometry.setForTwo(3, (int) hash));
        }
        return twoWords
                ? addTwo(first, (int) hash, BlockedGeometry.setForTwo(bitsPerWord, (int) hash))
                : addFour(first, hash);
    }

    private boolean addTwo(int first, int low, long set) {
        return !isZero(set(index(first, BlockedGeometry.evenWord(low)), set, low)
                | set(index(first, BlockedGeometry.oddWord(low)), set, BlockedGeometry.rotation(low, 1)));
    }

    private boolean addFour(int first, long hash) {
        int low = (int) hash;
        long set = BlockedGeometry.setForFour(bitsPerWord, hash);
        long changed = 0;
        for (int group = 0; group < 4; group++) {
            changed |= set(
                    index(first, BlockedGeometry.wordOfFour(low, group)), set, BlockedGeometry.rotation(low, group));
        }
        return !isZero(changed);
    }

    /** Sets the bits of the rotated set in the word; those that were 0. */
    private long set(int index, long set, int rotation) {
        long mask = Long.rotateLeft(set, rotation);
        return shared ? Words.setShared(array, index, mask) : Words.setAlone(array, index, mask);
    }

    @Override
    long touch(long[] hashes, int from, int to) {
        long[] words = array;
        long any = 0;
        for (int i = from; i < to; i++) {
            any |= words[index(firstWord(hashes[i]), 0)];
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
        BlockShape shape = geometry.shape();
        int groups = shape.words();
        double sum = 0;
        for (int first = 0; first < words.length(); first += BlockShape.BLOCK_WORDS) {
            double allSet = 1;
            for (int group = 0; group < groups; group++) {
                double chance = 0;
                for (int word = group; word < BlockShape.BLOCK_WORDS; word += groups) {
                    chance += shape.allSet(Long.bitCount(words.get(first + word)));
                }
                allSet *= chance * groups / BlockShape.BLOCK_WORDS;
            }
            sum += allSet;
        }
        return sum / geometry.blocks();
    }

    @Override
    public BloomTable copy() {
        return new BlockedTable(geometry, shared, words.copy());
    }
}
