package dev.bloomery.internal.fuse;

import dev.bloomery.internal.bits.BranchFree;
import dev.bloomery.internal.bits.PackedCells;
import dev.bloomery.internal.geometry.FuseGeometry;
import java.util.Arrays;

/**
 * Fills the cells of a binary fuse filter, so that the cells of every key xor to its fingerprint.
 *
 * <p>Every key is put into its cells. A cell with a single key belongs to that key: the key is taken out of all its cells, which
 * may leave others with a single key, and so on until none is left. In the reverse of that order each key can set its own
 * cell, because the cells of a key that was taken out before it no longer change. A cell keeps the number of its keys and the
 * xor of their hashes, which is the hash itself when there is one. So what comes out depends on the keys and the seed only, not
 * on the order of the keys.
 *
 * <p>Peeling starts at one end and goes through the segments, and the keys are put in in that order too. So all of it happens
 * within a few segments, which a cache holds. Scratch memory is kept for the next try or shard: 23 bytes for each key of a large
 * shard, 8 + 4 for the order and 8 + 1 for each of 1.14 cells. For one thread.
 */
final class Peeling {
    /** The bit that a count has when it is too large for a byte: a try ends there. No cell of distinct keys gets so many. */
    private static final int OVERFLOW = 0x80;

    /** Cells that the L2 cache holds, with counts and hashes. More of them are filled bucket by bucket. */
    private static final int CACHED_CELLS = 1 << 15;

    private static final int BUCKET_CELLS = CACHED_CELLS / 8;
    private static final int MAX_BUCKET_BITS = 10;

    private long[] xors = {};
    private byte[] counts = {};
    /** The hashes by bucket, then in the order in which they were taken out. */
    private long[] order = {};

    /** At each place of that order the cell that belongs to the key. */
    private int[] owned = {};

    private int[] pending = new int[1 << 10];

    /**
     * Tries to fill the cells, which are all 0, with these hashes.
     *
     * @return false: it cannot be done with this seed, or a hash is there twice; the cells are all 0 still
     */
    boolean tryFill(long[] hashes, int count, FuseGeometry geometry, long seed, PackedCells cells) {
        return tryFill(hashes, count, geometry, seed, cells, geometry.mixesFingerprint(cells.width()));
    }

    /** The same with fingerprints that are mixed or not. */
    boolean tryFill(
            long[] hashes, int count, FuseGeometry geometry, long seed, PackedCells cells, boolean mixedFingerprints) {
        prepare(geometry.cells(), count);
        long[] inOrder = hashes;
        if (geometry.cells() > CACHED_CELLS) {
            sort(hashes, count, geometry.cells(), seed);
            inOrder = order;
        }
        if (!put(inOrder, count, geometry, seed) || takeOut(geometry, seed) < count) {
            return false;
        }
        assign(count, geometry, seed, cells, mixedFingerprints);
        return true;
    }

    private void prepare(int cells, int count) {
        if (xors.length < cells) {
            xors = new long[0]; // so that it can be collected
            counts = new byte[0];
            xors = new long[cells];
            counts = new byte[cells];
        } else {
            Arrays.fill(xors, 0, cells, 0);
            Arrays.fill(counts, 0, cells, (byte) 0);
        }
        if (order.length < count) {
            order = new long[0];
            owned = new int[0];
            order = new long[count];
            owned = new int[count];
        }
    }

    /** Puts the hashes into {@link #order} by their first cells, roughly: one pass of a radix sort. */
    private void sort(long[] hashes, int count, int cells, long seed) {
        int bits = Math.min(MAX_BUCKET_BITS, 32 - Integer.numberOfLeadingZeros(cells / BUCKET_CELLS));
        int shift = Long.SIZE - bits;
        int[] next = new int[1 << bits];
        for (int i = 0; i < count; i++) {
            next[(int) (FuseGeometry.spread(hashes[i], seed) >>> shift)]++;
        }
        int start = 0;
        for (int bucket = 0; bucket < next.length; bucket++) {
            int inBucket = next[bucket];
            next[bucket] = start;
            start += inBucket;
        }
        long[] order = this.order;
        for (int i = 0; i < count; i++) {
            long hash = hashes[i];
            order[next[(int) (FuseGeometry.spread(hash, seed) >>> shift)]++] = hash;
        }
    }

    /** Puts every key into its cells; false if a count became too large. */
    private boolean put(long[] hashes, int count, FuseGeometry geometry, long seed) {
        long[] xors = this.xors;
        byte[] counts = this.counts;
        int range = geometry.range();
        int length = geometry.segmentLength();
        boolean four = geometry.arity() == 4;
        int seen = 0;
        for (int i = 0; i < count; i++) {
            long hash = hashes[i];
            long spread = FuseGeometry.spread(hash, seed);
            int first = FuseGeometry.first(spread, range);
            int second = FuseGeometry.second(first, spread, length);
            int third = FuseGeometry.third(first, spread, length);
            xors[first] ^= hash;
            seen |= ++counts[first];
            xors[second] ^= hash;
            seen |= ++counts[second];
            xors[third] ^= hash;
            seen |= ++counts[third];
            if (four) {
                int fourth = FuseGeometry.fourth(first, spread, length);
                xors[fourth] ^= hash;
                seen |= ++counts[fourth];
            }
        }
        return (seen & OVERFLOW) == 0;
    }

    /** Takes out every key that has a cell for itself, until there is none; how many there were. */
    private int takeOut(FuseGeometry geometry, long seed) {
        long[] xors = this.xors;
        byte[] counts = this.counts;
        long[] order = this.order;
        int[] owned = this.owned;
        int[] pending = this.pending;
        int cells = geometry.cells();
        int range = geometry.range();
        int length = geometry.segmentLength();
        boolean four = geometry.arity() == 4;
        int taken = 0;
        for (int cell = 0; cell < cells; cell++) {
            pending[0] = cell;
            int top = BranchFree.oneIfOne(counts[cell]);
            while (top > 0) {
                int own = pending[--top];
                if (counts[own] != 1) {
                    continue; // its key was taken out by way of another cell
                }
                long hash = xors[own];
                order[taken] = hash;
                owned[taken++] = own;
                if (top + FuseGeometry.MAX_ARITY > pending.length) {
                    pending = Arrays.copyOf(pending, 2 * pending.length);
                    this.pending = pending;
                }
                long spread = FuseGeometry.spread(hash, seed);
                int first = FuseGeometry.first(spread, range);
                int second = FuseGeometry.second(first, spread, length);
                int third = FuseGeometry.third(first, spread, length);
                xors[first] ^= hash;
                pending[top] = first;
                top += BranchFree.oneIfOne(--counts[first]);
                xors[second] ^= hash;
                pending[top] = second;
                top += BranchFree.oneIfOne(--counts[second]);
                xors[third] ^= hash;
                pending[top] = third;
                top += BranchFree.oneIfOne(--counts[third]);
                if (four) {
                    int fourth = FuseGeometry.fourth(first, spread, length);
                    xors[fourth] ^= hash;
                    pending[top] = fourth;
                    top += BranchFree.oneIfOne(--counts[fourth]);
                }
            }
        }
        return taken;
    }

    /** Sets the cell of every key, the last one taken out first. */
    private void assign(int count, FuseGeometry geometry, long seed, PackedCells cells, boolean mixed) {
        long[] order = this.order;
        int[] owned = this.owned;
        int range = geometry.range();
        int length = geometry.segmentLength();
        boolean four = geometry.arity() == 4;
        long mask = -1L >>> (Long.SIZE - cells.width());
        for (int i = count - 1; i >= 0; i--) {
            long hash = order[i];
            long spread = FuseGeometry.spread(hash, seed);
            int first = FuseGeometry.first(spread, range);
            long value = FuseGeometry.fingerprint(hash, mixed) // xored with its own cell too, which is 0 still
                    ^ cells.xorOf(
                            first,
                            FuseGeometry.second(first, spread, length),
                            FuseGeometry.third(first, spread, length));
            if (four) {
                value ^= cells.window(FuseGeometry.fourth(first, spread, length));
            }
            cells.set(owned[i], value & mask);
        }
    }
}
