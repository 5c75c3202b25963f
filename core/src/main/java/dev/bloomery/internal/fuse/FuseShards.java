package dev.bloomery.internal.fuse;

import dev.bloomery.internal.geometry.FuseSizing;

/**
 * The tables of one fuse filter: one for up to 16 million keys, several for more, each for a range of hashes. Never changes.
 */
public final class FuseShards {
    /** Keys that are read ahead: their lines stay in the L1 cache until they are used. */
    private static final int TOUCHED = 64;

    /** Reading ahead gains nothing in a filter that the caches of a core hold. */
    private static final long CACHED_BYTES = 1 << 21;

    private static final long UNLIKELY = 0x9E3779B97F4A7C15L;

    private final FuseTable[] tables;
    private final FuseTable only; // the first one
    /** There are keys, and all in one table: then a query need not look for it, nor whether there are any. */
    private final boolean single;

    private final long keys;
    private final long cells;
    private final long memoryBytes;

    FuseShards(FuseTable[] tables) {
        this.tables = tables;
        this.only = tables[0];
        long sumOfKeys = 0;
        long sumOfCells = 0;
        long sumOfBytes = 0;
        for (FuseTable table : tables) {
            sumOfKeys += table.keys();
            sumOfCells += table.geometry().cells();
            sumOfBytes += table.memoryBytes();
        }
        this.keys = sumOfKeys;
        this.single = tables.length == 1 && keys != 0;
        this.cells = sumOfCells;
        this.memoryBytes = sumOfBytes;
    }

    private FuseTable of(long hash) {
        return single ? only : tables[FuseSizing.shard(hash, tables.length)];
    }

    public boolean mightContainHash(long hash) {
        return (single || keys != 0) && of(hash).mightContainHash(hash);
    }

    /**
     * Answers {@code hashes[0 .. count)} in {@code answers[at .. at + count)}. In a filter that is larger than the caches, the cells of
     * some keys are read before the first of them is asked for, in a loop so short that many reads are under way at the same time.
     */
    public void mightContainHashes(long[] hashes, int count, boolean[] answers, int at) {
        boolean beyondCaches = memoryBytes > CACHED_BYTES;
        for (int from = 0; from < count; from += TOUCHED) {
            int to = Math.min(from + TOUCHED, count);
            if (beyondCaches && touch(hashes, from, to) == UNLIKELY) {
                Thread.onSpinWait(); // something must depend on what was read, or else the compiler leaves it out
            }
            for (int i = from; i < to; i++) {
                answers[at + i] = mightContainHash(hashes[i]);
            }
        }
    }

    private long touch(long[] hashes, int from, int to) {
        long read = 0;
        for (int i = from; i < to; i++) {
            read |= of(hashes[i]).touch(hashes[i]);
        }
        return read;
    }

    /** Distinct keys. */
    public long keys() {
        return keys;
    }

    FuseTable table(int shard) {
        return tables[shard];
    }

    public int count() {
        return tables.length;
    }

    /** Bits of a fingerprint. */
    public int width() {
        return only.width();
    }

    public long cells() {
        return cells;
    }

    public long memoryBytes() {
        return memoryBytes;
    }
}
