package dev.bloomery.internal.fuse;

import dev.bloomery.internal.bits.PackedCells;
import dev.bloomery.internal.geometry.FuseGeometry;

/**
 * One binary fuse filter: the cells of every key in it xor to the key's fingerprint. Never changes.
 *
 * <p>A query reads three or four cells in neighbouring segments, without a branch that depends on them. The FPP is that of the
 * fingerprint whatever is in the cells, also if there is no key at all: that no key is there, {@link FuseShards} knows.
 */
final class FuseTable {
    private final FuseGeometry geometry;
    private final long seed;
    private final PackedCells cells;
    private final int keys;

    // what queries need of the above
    private final int range;
    private final int segmentLength;
    private final boolean four;
    private final boolean mixed;
    private final long mask;
    private final boolean narrow; // then ints are enough, and two instructions less

    FuseTable(FuseGeometry geometry, long seed, PackedCells cells, int keys) {
        this.geometry = geometry;
        this.seed = seed;
        this.cells = cells;
        this.keys = keys;
        this.range = geometry.range();
        this.segmentLength = geometry.segmentLength();
        this.four = geometry.arity() == 4;
        this.mixed = geometry.mixesFingerprint(cells.width());
        this.narrow = cells.width() < Integer.SIZE;
        this.mask = -1L >>> (Long.SIZE - cells.width());
    }

    boolean mightContainHash(long hash) {
        PackedCells cells = this.cells;
        int length = segmentLength;
        long spread = FuseGeometry.spread(hash, seed);
        int first = FuseGeometry.first(spread, range);
        long fingerprint = FuseGeometry.fingerprint(hash, mixed);
        long xor = cells.xorOf(
                first, FuseGeometry.second(first, spread, length), FuseGeometry.third(first, spread, length));
        if (four) {
            xor ^= cells.window(FuseGeometry.fourth(first, spread, length));
        }
        return narrow ? isZero(((int) fingerprint ^ (int) xor) & (int) mask) : isZero((fingerprint ^ xor) & mask);
    }

    /** {@link #mightContainHash} for a hash whose cells were located and xored. */
    boolean isFound(long hash, long xorOfCells) {
        return isZero((FuseGeometry.fingerprint(hash, mixed) ^ xorOfCells) & mask);
    }

    /** Writes where the cells of a hash are to {@code positions[at ..]}, one after the other. */
    void locate(long hash, int[] positions, int at) {
        int length = segmentLength;
        long spread = FuseGeometry.spread(hash, seed);
        int first = FuseGeometry.first(spread, range);
        positions[at] = first;
        positions[at + 1] = FuseGeometry.second(first, spread, length);
        positions[at + 2] = FuseGeometry.third(first, spread, length);
        if (four) {
            positions[at + 3] = FuseGeometry.fourth(first, spread, length);
        }
    }

    /** {@code bits == 0} for numbers from 0 on, without a branch: where half of the keys are present it would be mispredicted. */
    private static boolean isZero(long bits) {
        return (int) ((bits - 1) >>> 63) != 0;
    }

    private static boolean isZero(int bits) {
        return (bits - 1) >>> 31 != 0;
    }

    FuseGeometry geometry() {
        return geometry;
    }

    /** The seed of the try that succeeded. */
    long seed() {
        return seed;
    }

    PackedCells cells() {
        return cells;
    }

    int keys() {
        return keys;
    }

    int width() {
        return cells.width();
    }

    long memoryBytes() {
        return cells.memoryBytes();
    }
}
