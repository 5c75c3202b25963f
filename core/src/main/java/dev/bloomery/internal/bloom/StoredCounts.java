package dev.bloomery.internal.bloom;

import dev.bloomery.internal.bits.LongReader;
import dev.bloomery.internal.geometry.BlockedGeometry;
import dev.bloomery.internal.geometry.Geometry;

/** The counters of a {@link CountingTable} where they lie. */
public final class StoredCounts extends StoredTable {
    private final int counterBits;
    private final LongReader bytes;

    /** @param bytes the first of them at 0 */
    public StoredCounts(Geometry geometry, int counterBits, LongReader bytes) {
        super(geometry);
        this.counterBits = counterBits;
        this.bytes = bytes;
    }

    /** Those of 64 counters in planes that are not 0. */
    @Override
    long taken(long word) {
        long used = 0;
        for (int plane = 0; plane < counterBits; plane++) {
            used |= bytes.at((word * counterBits + plane) * Long.BYTES);
        }
        return used;
    }

    @Override
    boolean isTaken(long position) {
        int perLong = Long.SIZE / counterBits;
        long counters = bytes.at(position / perLong * Long.BYTES);
        return (counters >>> (position % perLong * counterBits) & ((1L << counterBits) - 1)) != 0;
    }

    /** Counters that are not 0; reads them all. */
    public long countUsed() {
        long count = 0;
        if (geometry instanceof BlockedGeometry) {
            for (long word = 0; word < geometry.bits() / Long.SIZE; word++) {
                count += Long.bitCount(taken(word));
            }
            return count;
        }
        long mask = (1L << counterBits) - 1;
        long longs = CountingTable.byteLength(geometry, counterBits) / Long.BYTES;
        for (long index = 0; index < longs; index++) {
            for (long counters = bytes.at(index * Long.BYTES); counters != 0; counters >>>= counterBits) {
                count += (counters & mask) == 0 ? 0 : 1;
            }
        }
        return count;
    }
}
