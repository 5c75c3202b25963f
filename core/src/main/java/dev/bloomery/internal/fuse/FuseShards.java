package dev.bloomery.internal.fuse;

import dev.bloomery.internal.bits.ByteSource;
import dev.bloomery.internal.bits.PackedCells;
import dev.bloomery.internal.bits.ReadAhead;
import dev.bloomery.internal.bits.ShortSource;
import dev.bloomery.internal.geometry.FuseFit;
import dev.bloomery.internal.geometry.FuseGeometry;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The tables of one fuse filter: one for up to 16 million keys, several for more, each for a range of hashes. Never changes.
 *
 * <p>The cells of all of them are in one array, one table after the other, if {@link JointCells} can hold them: then a batch
 * reads those of all shards in one loop.
 */
public final class FuseShards {
    /** Keys whose cells are found before the first of them is read: what is known of them stays in the L1 cache. */
    private static final int LOCATED = 256;

    /**
     * From so many bytes on, cells are found before they are read in one table, too. It is so quick a query that it has nearly as many
     * reads under way; one that must look for its shard first has not.
     */
    private static final long FAR_BYTES = 1 << 25;

    private final FuseTable[] tables;
    private final FuseTable first;
    private final PackedCells cells; // of the first one
    private final boolean together; // all have these cells, and are alike
    private final Places places; // if so
    private final boolean findsFirst;

    /** There are keys, and all in one table: then a query need not look for it, nor whether there are any. */
    private final boolean single;

    private final int width;
    private final long keys;
    private final long memoryBytes;

    /** A filter of one table. */
    FuseShards(FuseShard shard, PackedCells cells) {
        this(new FuseTable[] {new FuseTable(shard, cells, 0)}, true);
    }

    private FuseShards(FuseTable[] tables, boolean together) {
        this.tables = tables;
        this.together = together;
        this.places = new Places(tables);
        this.first = tables[0];
        this.cells = first.cells();
        this.width = cells.width();
        this.keys =
                Arrays.stream(tables).mapToLong(table -> table.shard().keys()).sum();
        this.single = tables.length == 1 && keys != 0;
        this.memoryBytes = together
                ? cells.memoryBytes()
                : Arrays.stream(tables)
                        .mapToLong(table -> table.cells().memoryBytes())
                        .sum();
        this.findsFirst = together && keys != 0 && (single ? memoryBytes > FAR_BYTES : ReadAhead.pays(memoryBytes));
    }

    /** The filter whose shards were {@linkplain #copyBytes copied}, of fingerprints of so many bits. */
    public static FuseShards read(List<FuseShard> shards, int width, ByteSource bytes, ShortSource shorts)
            throws IOException {
        FuseTable[] tables = new FuseTable[shards.size()];
        if (!JointCells.canHold(shards, width)) {
            for (int i = 0; i < tables.length; i++) {
                int count = shards.get(i).geometry().cells();
                tables[i] = new FuseTable(shards.get(i), PackedCells.read(count, width, bytes, shorts), 0);
            }
            return new FuseShards(tables, tables.length == 1);
        }
        PackedCells cells = PackedCells.read(JointCells.count(shards), width, bytes, shorts);
        int start = 0;
        for (int i = 0; i < tables.length; i++) {
            tables[i] = new FuseTable(shards.get(i), cells, start);
            start += shards.get(i).geometry().cells();
        }
        return new FuseShards(tables, true);
    }

    /** Copies bytes of the cells of a shard, from {@code position} on, to the start of {@code target}. */
    public void copyBytes(int shard, long position, byte[] target, int length) {
        tables[shard].copyBytes(position, target, length);
    }

    public FuseShard shard(int index) {
        return tables[index].shard();
    }

    private FuseTable of(long hash) {
        return tables[FuseFit.shard(hash, tables.length)];
    }

    public boolean mightContainHash(long hash) {
        if (single) {
            return first.mightContainHash(hash);
        }
        FuseTable table = of(hash);
        return keys != 0 && table.mightContainHash(hash, together ? cells : table.cells());
    }

    /**
     * Answers {@code hashes[0 .. count)} in {@code answers[at .. at + count)}. In a large filter the cells of some keys are found before
     * the first of them is read: what is left is a loop so short that many reads are under way at the same time.
     */
    public void mightContainHashes(long[] hashes, int count, boolean[] answers, int at) {
        if (!findsFirst) {
            for (int i = 0; i < count; i++) {
                answers[at + i] = mightContainHash(hashes[i]);
            }
            return;
        }
        long[] located = new long[Math.min(LOCATED, count)];
        long[] xors = new long[located.length];
        for (int from = 0; from < count; from += LOCATED) {
            int some = Math.min(LOCATED, count - from);
            xorAll(hashes, from, located, xors, some);
            for (int i = 0; i < some; i++) {
                answers[at + from + i] = first.isFound(hashes[from + i], xors[i]); // as in all others
            }
        }
    }

    private void xorAll(long[] hashes, int from, long[] located, long[] xors, int count) {
        places.find(hashes, from, located, count);
        BatchXor.ofThree(cells, located, places.segmentLength(), xors, count);
        if (first.shard().geometry().arity() == 4) {
            places.findFourths(hashes, from, located, count);
            BatchXor.withFourth(cells, located, xors, count);
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
        return width;
    }

    public long cells() {
        return Arrays.stream(tables)
                .mapToLong(table -> table.shard().geometry().cells())
                .sum();
    }

    public long memoryBytes() {
        return memoryBytes;
    }

    /** {@link #memoryBytes()} of so many shards of equal geometry. */
    public static long memoryBytes(FuseGeometry ofShard, int count, int width) {
        List<FuseShard> shards = Collections.nCopies(count, new FuseShard(ofShard, 0, 0));
        return JointCells.canHold(shards, width)
                ? PackedCells.memoryBytes(JointCells.count(shards), width)
                : count * PackedCells.memoryBytes(ofShard.cells(), width);
    }
}
