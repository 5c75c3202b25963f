package dev.bloomery.internal.bloom;

import dev.bloomery.internal.bits.Words;
import dev.bloomery.internal.geometry.BlockShape;
import dev.bloomery.internal.geometry.BlockedGeometry;
import dev.bloomery.internal.geometry.Mix;

/**
 * All probes of a key in one block: one cache line a query.
 *
 * <p>The loops have no branch between words: the missing bits are collected with {@code |} and tested once, because a
 * branch that is taken half of the time costs more than the eight words. The number of words is a constant in each loop,
 * chosen by branches that are always predicted, so that the compiler unrolls it. What the loops need of the geometry is
 * copied into fields: a step less to the first cache line.
 */
final class BlockedTable extends BloomTable {
    private final BlockedGeometry geometry;
    private final BlockShape shape;
    private final long blocks;
    private final boolean eightWords;
    private final boolean twice;

    BlockedTable(BlockedGeometry geometry, boolean shared, Words words) {
        super(geometry, shared, words);
        this.geometry = geometry;
        this.shape = geometry.shape();
        this.blocks = geometry.blocks();
        this.eightWords = shape.words() == 8;
        this.twice = shape.bitsPerWord() == 2;
    }

    @Override
    public boolean mightContainHash(long hash) {
        long block = Mix.reduce(hash, blocks);
        long picks = BlockedGeometry.picks(hash, 0);
        if (!eightWords) {
            return missing(Math.toIntExact(block * 4), 4, picks) == 0;
        }
        int first = Math.toIntExact(block * 8);
        long missing = missing(first, 8, picks);
        if (twice) {
            missing |= missing(first, 8, BlockedGeometry.picks(hash, 1));
        }
        return missing == 0;
    }

    /** Not 0 if one of the picked bits is 0: word i of the block is looked at by bits 6i .. 6i + 5 of the picks. */
    private long missing(int first, int count, long picks) {
        long[] array = words.array();
        long missing = 0;
        for (int i = 0; i < count; i++) {
            missing |= ~Words.get(array, first + i) & (1L << (picks >>> (6 * i)));
        }
        return missing;
    }

    @Override
    public boolean addHash(long hash) {
        if (shared && mightContainHash(hash)) {
            return false; // reading costs less than locked writes that change nothing
        }
        long block = Mix.reduce(hash, blocks);
        long picks = BlockedGeometry.picks(hash, 0);
        if (!eightWords) {
            return set(Math.toIntExact(block * 4), 4, picks);
        }
        int first = Math.toIntExact(block * 8);
        boolean changed = set(first, 8, picks);
        if (twice) {
            changed |= set(first, 8, BlockedGeometry.picks(hash, 1));
        }
        return changed;
    }

    /** Sets the picked bits; whether one of them was 0. */
    private boolean set(int first, int count, long picks) {
        long[] array = words.array();
        boolean changed = false;
        if (shared) {
            for (int i = 0; i < count; i++) {
                changed |= Words.setShared(array, first + i, 1L << (picks >>> (6 * i)));
            }
        } else {
            for (int i = 0; i < count; i++) {
                changed |= Words.setAlone(array, first + i, 1L << (picks >>> (6 * i)));
            }
        }
        return changed;
    }

    /** Exact: the mean over the blocks of the chance that every pick of a key hits a set bit of its word. */
    @Override
    public double currentFpp() {
        double sum = 0;
        int wordsPerBlock = shape.words();
        for (int first = 0; first < words.length(); first += wordsPerBlock) {
            double allSet = 1;
            for (int i = first; i < first + wordsPerBlock; i++) {
                double fill = Long.bitCount(words.get(i)) / 64.0;
                allSet *= shape.bitsPerWord() == 1 ? fill : fill * fill;
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
