package dev.bloomery.internal.bloom;

import dev.bloomery.internal.bits.LongReader;
import dev.bloomery.internal.geometry.BlockShape;
import dev.bloomery.internal.geometry.BlockedGeometry;
import dev.bloomery.internal.geometry.Geometry;

/** The bits of a {@link BloomTable} as its bytes were copied, where they lie: answers like it, and never changes. */
public final class StoredBits {
    private final Geometry geometry;
    private final LongReader bytes;
    private final long start;

    /** @param start where its first byte is */
    public StoredBits(Geometry geometry, LongReader bytes, long start) {
        this.geometry = geometry;
        this.bytes = bytes;
        this.start = start;
    }

    private long word(long index) {
        return bytes.at(start + index * Long.BYTES);
    }

    public boolean mightContainHash(long hash) {
        return geometry instanceof BlockedGeometry blocked ? isInBlock(blocked, hash) : isScattered(hash);
    }

    private boolean isInBlock(BlockedGeometry geometry, long hash) {
        long first = geometry.block(hash) * BlockShape.BLOCK_WORDS;
        long missing = 0;
        for (int group = 0; group < geometry.shape().words(); group++) {
            missing |= geometry.mask(hash, group) & ~word(first + geometry.word(hash, group));
        }
        return missing == 0;
    }

    private boolean isScattered(long hash) {
        for (int i = 0; i < geometry.probes(); i++) {
            long position = geometry.position(hash, i);
            if ((word(position >>> 6) & (1L << position)) == 0) {
                return false;
            }
        }
        return true;
    }

    /** Bits that are set; reads them all. */
    public long countSet() {
        long count = 0;
        for (long index = 0; index < BloomTable.byteLength(geometry) / Long.BYTES; index++) {
            count += Long.bitCount(word(index));
        }
        return count;
    }
}
