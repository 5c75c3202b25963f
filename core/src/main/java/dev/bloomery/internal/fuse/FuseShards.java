package dev.bloomery.internal.fuse;

import dev.bloomery.internal.bits.ByteSource;
import dev.bloomery.internal.bits.PackedCells;
import dev.bloomery.internal.bits.ReadAhead;
import dev.bloomery.internal.bits.ShortSource;
import dev.bloomery.internal.geometry.FuseFit;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * The tables of one fuse filter: one for up to 16 million keys, several for more, each for a range of hashes. Never changes.
 */
public final class FuseShards {
    /** Keys that are located together: their positions stay in the L1 cache. */
    private static final int LOCATED = 128;

    private final FuseTable[] tables;
    private final PackedCells[] cellsOfTables;
    private final FuseTable only; // the first one
    /** There are keys, and all in one table: then a query need not look for it, nor whether there are any. */
    private final boolean single;

    private final long keys;
    private final long cells;
    private final long memoryBytes;

    FuseShards(FuseTable[] tables) {
        this.tables = tables;
        this.cellsOfTables = Arrays.stream(tables).map(FuseTable::cells).toArray(PackedCells[]::new);
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

    /** The filter whose shards were {@linkplain #copyBytes copied}, of fingerprints of so many bits. */
    public static FuseShards read(List<FuseShard> shards, int width, ByteSource bytes, ShortSource shorts)
            throws IOException {
        FuseTable[] tables = new FuseTable[shards.size()];
        for (int i = 0; i < tables.length; i++) {
            FuseShard shard = shards.get(i);
            PackedCells cells = PackedCells.read(shard.geometry().cells(), width, bytes, shorts);
            tables[i] = new FuseTable(shard.geometry(), shard.seed(), cells, shard.keys());
        }
        return new FuseShards(tables);
    }

    /** Copies bytes of the cells of a shard, from {@code position} on, to the start of {@code target}. */
    public void copyBytes(int shard, long position, byte[] target, int length) {
        tables[shard].cells().copyBytes(position, target, length);
    }

    public FuseShard shard(int index) {
        FuseTable table = tables[index];
        return new FuseShard(table.geometry(), table.seed(), table.keys());
    }

    private FuseTable of(long hash) {
        return single ? only : tables[FuseFit.shard(hash, tables.length)];
    }

    public boolean mightContainHash(long hash) {
        return (single || keys != 0) && of(hash).mightContainHash(hash);
    }

    /**
     * Answers {@code hashes[0 .. count)} in {@code answers[at .. at + count)}. In a filter that is larger than the caches, the cells of
     * some keys are located before the first of them is read: what is left is a loop so short that many reads are under way at the
     * same time.
     */
    public void mightContainHashes(long[] hashes, int count, boolean[] answers, int at) {
        if (!ReadAhead.pays(memoryBytes)) {
            for (int i = 0; i < count; i++) {
                answers[at + i] = mightContainHash(hashes[i]);
            }
            return;
        }
        Located located = new Located(Math.min(LOCATED, count), only.geometry().arity());
        for (int from = 0; from < count; from += LOCATED) {
            answerLocated(hashes, from, Math.min(from + LOCATED, count), located, answers, at);
        }
    }

    /** Where the cells of some keys are, and then their xors. */
    private static final class Located {
        final int[] shards;
        final int[] positions;
        final long[] xors;
        final int arity;

        Located(int count, int arity) {
            this.shards = new int[count];
            this.positions = new int[count * arity];
            this.xors = new long[count];
            this.arity = arity;
        }
    }

    private void answerLocated(long[] hashes, int from, int to, Located located, boolean[] answers, int at) {
        for (int i = from; i < to; i++) {
            int shard = FuseFit.shard(hashes[i], tables.length);
            located.shards[i - from] = shard;
            tables[shard].locate(hashes[i], located.positions, (i - from) * located.arity);
        }
        PackedCells.xorEach(cellsOfTables, located.shards, located.positions, located.arity, located.xors, to - from);
        for (int i = from; i < to; i++) {
            // not that of the first: which bits are the fingerprint depends on the size of a shard
            answers[at + i] = tables[located.shards[i - from]].isFound(hashes[i], located.xors[i - from]);
        }
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
