package dev.bloomery.internal.bloom;

import dev.bloomery.internal.bits.LongReader;
import dev.bloomery.internal.geometry.Geometry;

/** The bits of a {@link BloomTable} where they lie. */
public final class StoredBits extends StoredTable {
    private final LongReader bytes;
    private final long start;

    /** @param start where its first byte is */
    public StoredBits(Geometry geometry, LongReader bytes, long start) {
        super(geometry);
        this.bytes = bytes;
        this.start = start;
    }

    @Override
    long taken(long word) {
        return bytes.at(start + word * Long.BYTES);
    }

    @Override
    boolean isTaken(long position) {
        return (taken(position >>> 6) & (1L << position)) != 0;
    }

    /** Bits that are set; reads them all. */
    public long countSet() {
        long count = 0;
        for (long index = 0; index < BloomTable.byteLength(geometry) / Long.BYTES; index++) {
            count += Long.bitCount(taken(index));
        }
        return count;
    }
}
