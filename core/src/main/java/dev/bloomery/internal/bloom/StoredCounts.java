package dev.bloomery.internal.bloom;

import dev.bloomery.internal.bits.LongReader;
import dev.bloomery.internal.geometry.BlockShape;
import dev.bloomery.internal.geometry.BlockedGeometry;
import dev.bloomery.internal.geometry.Geometry;

/** The counters of a {@link CountingTable} as its bytes were copied, where they lie: answers like it, and never changes. */
public final class StoredCounts {
    private final Geometry geometry;
    private final int counterBits;
    private final LongReader bytes;

    /** @param bytes the first of them at 0 */
    public StoredCounts(Geometry geometry, int counterBits, LongReader bytes) {
        this.geometry = geometry;
        this.counterBits = counterBits;
        this.bytes = bytes;
    }

    public boolean mightContainHash(long hash) {
        return geometry instanceof BlockedGeometry blocked ? isInBlock(blocked, hash) : isScattered(hash);
    }

    private boolean isInBlock(BlockedGeometry geometry, long hash) {
        long first = geometry.block(hash) * BlockShape.BLOCK_WORDS;
        long missing = 0;
        for (int group = 0; group < geometry.shape().words(); group++) {
            missing |= geometry.mask(hash, group) & ~used(first + geometry.word(hash, group));
        }
        return missing == 0;
    }

    /** Those of 64 counters in planes that are not 0. */
    private long used(long word) {
        long used = 0;
        for (int plane = 0; plane < counterBits; plane++) {
            used |= bytes.at((word * counterBits + plane) * Long.BYTES);
        }
        return used;
    }

    private boolean isScattered(long hash) {
        int perLong = Long.SIZE / counterBits;
        long mask = (1L << counterBits) - 1;
        for (int i = 0; i < geometry.probes(); i++) {
            long position = geometry.position(hash, i);
            long counters = bytes.at(position / perLong * Long.BYTES);
            if ((counters >>> (position % perLong * counterBits) & mask) == 0) {
                return false;
            }
        }
        return true;
    }

    /** Counters that are not 0; reads them all. */
    public long countUsed() {
        long count = 0;
        if (geometry instanceof BlockedGeometry) {
            for (long word = 0; word < geometry.bits() / Long.SIZE; word++) {
                count += Long.bitCount(used(word));
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
