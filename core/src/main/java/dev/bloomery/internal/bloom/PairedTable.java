package dev.bloomery.internal.bloom;

import dev.bloomery.internal.bits.BranchFree;
import dev.bloomery.internal.bits.ReadAhead;
import dev.bloomery.internal.bits.Words;
import dev.bloomery.internal.geometry.BlockShape;
import dev.bloomery.internal.geometry.BlockedGeometry;
import dev.bloomery.internal.geometry.Mix;
import dev.bloomery.internal.geometry.PairedGeometry;

/**
 * Two halves, in each of which a key marks one block: two cache lines a query, and mostly one for a key that is absent.
 *
 * <pre>
 * words   [ lead | first half: block by the hash | second half: block by the remixed hash ]
 * </pre>
 */
final class PairedTable extends BloomTable {
    /** Hashes of a batch that are asked for in the first half before the second one is: so many that those left for it are many, too. */
    private static final int PART = 8 * TOUCHED;

    private final PairedGeometry geometry;
    private final long[] array;
    private final long halfWords;

    /** Where in the array each half begins. */
    private final int firstHalf;

    private final int secondHalf;

    private final boolean twoWords;
    private final int bitsPerWord;

    PairedTable(PairedGeometry geometry, boolean shared, Words words) {
        super(geometry, shared, words);
        this.geometry = geometry;
        this.array = words.array();
        this.halfWords = words.length() / 2;
        this.firstHalf = words.hasLead() ? Words.LEAD : 0;
        this.secondHalf = firstHalf + words.length() / 2;
        this.twoWords = geometry.shape().words() == 2;
        this.bitsPerWord = geometry.shape().bitsPerWord();
    }

    /** Where in the array the block begins that a hash picks in the half that begins at {@code half}. */
    private int block(int half, long hash) {
        return half + (int) BlockedGeometry.firstWord(hash, halfWords);
    }

    @Override
    public boolean mightContainHash(long hash) {
        return isIn(firstHalf, hash) && isIn(secondHalf, Mix.remix(hash));
    }

    private boolean isIn(int half, long hash) {
        return BlockedTable.hasNone(missing(half, hash));
    }

    /** Those bits of the set of this hash that one of its words has not, in the half that begins at {@code half}. */
    private long missing(int half, long hash) {
        long[] words = array;
        int block = block(half, hash);
        if (twoWords) {
            long even = words[block + (int) BlockedGeometry.evenWord(hash)];
            long odd = words[block + (int) BlockedGeometry.oddWord(hash)];
            return ~BlockedTable.turnedBack(even, odd, hash) & BlockedGeometry.setForTwo(bitsPerWord, hash);
        }
        long turned = -1;
        for (int group = 0; group < 4; group++) {
            long word = words[block + (int) BlockedGeometry.wordOfFour(hash, group)];
            turned &= Long.rotateRight(word, BlockedGeometry.rotation(hash, group));
        }
        return ~turned & BlockedGeometry.setForFour(bitsPerWord, hash);
    }

    @Override
    public boolean addHash(long hash) {
        long remixed = Mix.remix(hash);
        if (!shared) {
            return !BranchFree.isZero(setAlone(firstHalf, hash) | setAlone(secondHalf, remixed));
        }
        int missing = countMissing(firstHalf, hash) + countMissing(secondHalf, remixed);
        if (missing == 0) {
            return false;
        }
        int changed = setShared(firstHalf, hash) + setShared(secondHalf, remixed);
        return settled(changed, changed == missing);
    }

    /** Sets the bits of a hash in one half, as the only writer; not 0 if one of them was not set. */
    private long setAlone(int half, long hash) {
        long[] words = array;
        int block = block(half, hash);
        if (twoWords) {
            long set = BlockedGeometry.setForTwo(bitsPerWord, hash);
            return Words.setAlone(words, block + (int) BlockedGeometry.evenWord(hash), Long.rotateLeft(set, (int) hash))
                    | Words.setAlone(
                            words,
                            block + (int) BlockedGeometry.oddWord(hash),
                            Long.rotateLeft(set, BlockedGeometry.rotation(hash, 1)));
        }
        long set = BlockedGeometry.setForFour(bitsPerWord, hash);
        long changed = 0;
        for (int group = 0; group < 4; group++) {
            long mask = Long.rotateLeft(set, BlockedGeometry.rotation(hash, group));
            changed |= Words.setAlone(words, block + (int) BlockedGeometry.wordOfFour(hash, group), mask);
        }
        return changed;
    }

    /** How many bits of a hash are not set in one half. */
    private int countMissing(int half, long hash) {
        long[] words = array;
        int block = block(half, hash);
        int missing = 0;
        for (int group = 0; group < groups(); group++) {
            missing += Long.bitCount(mask(hash, group) & ~words[block + word(hash, group)]);
        }
        return missing;
    }

    /** Sets the bits of a hash in one half, beside other writers; how many it found missing. */
    private int setShared(int half, long hash) {
        long[] words = array;
        int block = block(half, hash);
        int changed = 0;
        for (int group = 0; group < groups(); group++) {
            changed += Long.bitCount(Words.setShared(words, block + word(hash, group), mask(hash, group)));
        }
        return changed;
    }

    private int groups() {
        return twoWords ? 2 : 4;
    }

    private int word(long hash, int group) {
        if (twoWords) {
            return (int) (group == 0 ? BlockedGeometry.evenWord(hash) : BlockedGeometry.oddWord(hash));
        }
        return (int) BlockedGeometry.wordOfFour(hash, group);
    }

    private long mask(long hash, int group) {
        long set =
                twoWords ? BlockedGeometry.setForTwo(bitsPerWord, hash) : BlockedGeometry.setForFour(bitsPerWord, hash);
        return Long.rotateLeft(set, BlockedGeometry.rotation(hash, group));
    }

    /**
     * First all hashes are asked for in the first half, and then those that are in it in the second one: of an absent key the second line is
     * hardly ever fetched. No branch depends on an answer.
     */
    @Override
    public void mightContainHashes(long[] hashes, int count, boolean[] answers, int at) {
        long[] candidates = new long[Math.min(PART, count)];
        int[] places = new int[candidates.length];
        for (int from = 0; from < count; from += PART) {
            int found = askFirst(hashes, from, Math.min(from + PART, count), answers, at, candidates, places);
            askSecond(candidates, found, answers, places);
        }
    }

    /** Answers for the first half, and collects the remixed hashes and the places of those that are in it; how many are. */
    private int askFirst(long[] hashes, int from, int to, boolean[] answers, int at, long[] candidates, int[] places) {
        int found = 0;
        for (int start = from; start < to; start += TOUCHED) {
            int end = Math.min(start + TOUCHED, to);
            if (beyondCaches) {
                ReadAhead.use(touchFirst(hashes, start, end));
            }
            for (int i = start; i < end; i++) {
                long hash = hashes[i];
                boolean inFirst = isIn(firstHalf, hash);
                candidates[found] = Mix.remix(hash);
                places[found] = at + i;
                answers[at + i] = inFirst;
                found += inFirst ? 1 : 0;
            }
        }
        return found;
    }

    private void askSecond(long[] candidates, int count, boolean[] answers, int[] places) {
        for (int start = 0; start < count; start += TOUCHED) {
            int end = Math.min(start + TOUCHED, count);
            if (beyondCaches) {
                ReadAhead.use(touchSecond(candidates, start, end));
            }
            for (int i = start; i < end; i++) {
                answers[places[i]] = isIn(secondHalf, candidates[i]);
            }
        }
    }

    private long touchFirst(long[] hashes, int from, int to) {
        long[] words = array;
        long any = 0;
        for (int i = from; i < to; i++) {
            any |= words[block(firstHalf, hashes[i])];
        }
        return any;
    }

    private long touchSecond(long[] remixed, int from, int to) {
        long[] words = array;
        long any = 0;
        for (int i = from; i < to; i++) {
            any |= words[block(secondHalf, remixed[i])];
        }
        return any;
    }

    @Override
    long touch(long[] hashes, int from, int to) {
        long[] words = array;
        long any = 0;
        for (int i = from; i < to; i++) {
            any |= words[block(firstHalf, hashes[i])] | words[block(secondHalf, Mix.remix(hashes[i]))];
        }
        return any;
    }

    /** The product of what the halves have: a key picks its blocks in them independently. */
    @Override
    public double currentFpp() {
        int half = words.length() / 2;
        BlockShape shape = geometry.shape();
        return BlockedTable.fpp(shape, words, 0, half) * BlockedTable.fpp(shape, words, half, 2 * half);
    }

    @Override
    public BloomTable copy() {
        return new PairedTable(geometry, shared, words.copy());
    }
}
