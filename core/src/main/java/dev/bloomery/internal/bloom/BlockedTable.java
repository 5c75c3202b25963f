package dev.bloomery.internal.bloom;

import dev.bloomery.internal.bits.Words;
import dev.bloomery.internal.geometry.BlockShape;
import dev.bloomery.internal.geometry.BlockedGeometry;

/**
 * All probes of a key in one block: one cache line a query.
 *
 * <p>The loops have no branch between words: the missing bits are collected with {@code |} and tested once, because a
 * branch that is taken half of the time costs more than the eight words. The number of words is a constant in each loop,
 * chosen by one switch that is always predicted, so that the compiler unrolls it.
 */
final class BlockedTable extends BloomTable {
    private final BlockedGeometry geometry;
    private final BlockShape shape;

    BlockedTable(BlockedGeometry geometry, boolean shared, Words words) {
        super(geometry, shared, words);
        this.geometry = geometry;
        this.shape = geometry.shape();
    }

    @Override
    public boolean mightContainHash(long hash) {
        long block = geometry.block(hash);
        long picks = BlockedGeometry.picks(hash, 0);
        return switch (shape) {
            case FOUR_WORDS -> missing(Math.toIntExact(block * 4), 4, picks) == 0;
            case EIGHT_WORDS -> missing(Math.toIntExact(block * 8), 8, picks) == 0;
            case EIGHT_WORDS_TWICE -> {
                int first = Math.toIntExact(block * 8);
                yield (missing(first, 8, picks) | missing(first, 8, BlockedGeometry.picks(hash, 1))) == 0;
            }
        };
    }

    /** Not 0 if one of the picked bits is 0: word i of the block is looked at by bits 6i .. 6i + 5 of the picks. */
    private long missing(int first, int count, long picks) {
        long missing = 0;
        for (int i = 0; i < count; i++) {
            missing |= ~words.get(first + i) & (1L << (picks >>> (6 * i)));
        }
        return missing;
    }

    @Override
    public boolean addHash(long hash) {
        if (shared && mightContainHash(hash)) {
            return false; // reading costs less than locked writes that change nothing
        }
        long block = geometry.block(hash);
        long picks = BlockedGeometry.picks(hash, 0);
        return switch (shape) {
            case FOUR_WORDS -> set(Math.toIntExact(block * 4), 4, picks);
            case EIGHT_WORDS -> set(Math.toIntExact(block * 8), 8, picks);
            case EIGHT_WORDS_TWICE -> {
                int first = Math.toIntExact(block * 8);
                boolean changed = set(first, 8, picks);
                changed |= set(first, 8, BlockedGeometry.picks(hash, 1));
                yield changed;
            }
        };
    }

    /** Sets the picked bits; whether one of them was 0. */
    private boolean set(int first, int count, long picks) {
        boolean changed = false;
        if (shared) {
            for (int i = 0; i < count; i++) {
                changed |= words.setShared(first + i, 1L << (picks >>> (6 * i)));
            }
        } else {
            for (int i = 0; i < count; i++) {
                changed |= words.setAlone(first + i, 1L << (picks >>> (6 * i)));
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
