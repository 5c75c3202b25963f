package dev.bloomery.internal.fuse;

import dev.bloomery.internal.bits.BranchFree;
import dev.bloomery.internal.bits.PackedCells;
import dev.bloomery.internal.geometry.FuseGeometry;

/**
 * One binary fuse filter: the cells of every key in it xor to the key's fingerprint. Never changes.
 *
 * <p>A query reads three or four cells in neighbouring segments, without a branch that depends on them. The FPP is that of the
 * fingerprint whatever is in the cells, also if there is no key at all: that no key is there, {@link FuseShards} knows.
 */
final class FuseTable {
    private final FuseShard shard;
    private final PackedCells cells;
    private final int start;

    // what queries need of the shard
    private final long seed;
    private final int range;
    private final int segmentLength;
    private final boolean four;
    private final boolean mixed;
    private final long mask;
    private final boolean narrow; // then ints are enough, and two instructions less

    /**
     * A table that may share its array of cells with others.
     *
     * @param start the first of its cells, a multiple of the segment length
     */
    FuseTable(FuseShard shard, PackedCells cells, int start) {
        this.shard = shard;
        this.cells = cells;
        this.start = start;
        FuseGeometry geometry = shard.geometry();
        this.seed = shard.seed();
        this.range = geometry.range();
        this.segmentLength = geometry.segmentLength();
        this.four = geometry.arity() == 4;
        this.mixed = geometry.mixesFingerprint(cells.width());
        this.narrow = cells.width() < Integer.SIZE;
        this.mask = -1L >>> (Long.SIZE - cells.width());
    }

    /** For a table that has an array of its own: an addition less. */
    boolean mightContainHash(long hash) {
        return mightContainHash(hash, cells, 0);
    }

    /**
     * Answers from cells that the caller knows already: where all tables have the same, they are not looked for anew with every key.
     *
     * @param cells those of this table
     */
    boolean mightContainHash(long hash, PackedCells cells) {
        return mightContainHash(hash, cells, start);
    }

    private boolean mightContainHash(long hash, PackedCells cells, int start) {
        int length = segmentLength;
        long spread = FuseGeometry.spread(hash, seed);
        int first = start + FuseGeometry.first(spread, range);
        long fingerprint = FuseGeometry.fingerprint(hash, mixed);
        long xor = cells.xorOf(
                first, FuseGeometry.second(first, spread, length), FuseGeometry.third(first, spread, length));
        if (four) {
            xor ^= cells.window(FuseGeometry.fourth(first, spread, length));
        }
        return narrow
                ? BranchFree.isZeroOf31(((int) fingerprint ^ (int) xor) & (int) mask)
                : BranchFree.isZeroOf63((fingerprint ^ xor) & mask);
    }

    /** {@link #mightContainHash} for a hash whose cells were found and xored. */
    boolean isFound(long hash, long xorOfCells) {
        return BranchFree.isZeroOf63((FuseGeometry.fingerprint(hash, mixed) ^ xorOfCells) & mask);
    }

    FuseShard shard() {
        return shard;
    }

    int start() {
        return start;
    }

    PackedCells cells() {
        return cells;
    }

    /** Copies bytes of its cells, from {@code position} on, to the start of {@code target}. */
    void copyBytes(long position, byte[] target, int length) {
        cells.copyBytes(PackedCells.byteLength(start, cells.width()) + position, target, length);
    }
}
