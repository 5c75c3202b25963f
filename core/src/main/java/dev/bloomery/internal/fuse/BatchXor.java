package dev.bloomery.internal.fuse;

import dev.bloomery.internal.bits.PackedCells;
import dev.bloomery.internal.geometry.FuseGeometry;

/**
 * The xors of the cells of many keys, whose places are known. Beyond the caches the time is that of reads under way at the same time, and
 * each instruction between them costs a share of it: so there is nothing else in the loops, and bytes, the most common cells, have their own.
 */
final class BatchXor {
    private BatchXor() {}

    /** Writes the xors of the first three cells at each {@link FuseGeometry#place} to {@code xors}, in the lowest bits, whatever is above. */
    static void ofThree(PackedCells cells, long[] places, int segmentLength, long[] xors, int count) {
        if (cells.width() == Byte.SIZE) {
            ofBytes(cells.bytes(), places, segmentLength, xors, count);
        } else {
            ofAny(cells, places, segmentLength, xors, count);
        }
    }

    private static void ofBytes(byte[] cells, long[] places, int segmentLength, long[] xors, int count) {
        for (int i = 0; i < count; i++) {
            long place = places[i];
            int first = FuseGeometry.firstOf(place);
            xors[i] = cells[first]
                    ^ cells[FuseGeometry.second(first, place, segmentLength)]
                    ^ cells[FuseGeometry.third(first, place, segmentLength)];
        }
    }

    private static void ofAny(PackedCells cells, long[] places, int segmentLength, long[] xors, int count) {
        for (int i = 0; i < count; i++) {
            long place = places[i];
            int first = FuseGeometry.firstOf(place);
            xors[i] = cells.xorOf(
                    first,
                    FuseGeometry.second(first, place, segmentLength),
                    FuseGeometry.third(first, place, segmentLength));
        }
    }

    /** Adds the fourth cells, which are at these indexes, to the xors. */
    static void withFourth(PackedCells cells, long[] fourths, long[] xors, int count) {
        for (int i = 0; i < count; i++) {
            xors[i] ^= cells.window((int) fourths[i]);
        }
    }
}
