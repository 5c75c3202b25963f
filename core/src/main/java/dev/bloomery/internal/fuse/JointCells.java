package dev.bloomery.internal.fuse;

import dev.bloomery.internal.bits.PackedCells;
import dev.bloomery.internal.geometry.FuseGeometry;
import java.util.List;

/**
 * Whether the cells of several shards can be one array. Those of a filter of the default size of shards can, up to 2 GB; beyond that
 * each shard has an array of its own.
 */
final class JointCells {
    /** Shards of stored filters begin at multiples of so many bytes. */
    private static final int ALIGNMENT_BITS = 64 * Byte.SIZE;

    private JointCells() {}

    /**
     * Whether shards of such fingerprints fit one after the other, without a gap, and are read alike: by the same segment length and from
     * the same bits of a hash.
     */
    static boolean canHold(List<FuseShard> shards, int width) {
        FuseGeometry first = shards.get(0).geometry();
        boolean mixed = first.mixesFingerprint(width);
        long cells = 0;
        for (FuseShard shard : shards) {
            FuseGeometry geometry = shard.geometry();
            if (geometry.segmentLength() != first.segmentLength() || geometry.mixesFingerprint(width) != mixed) {
                return false;
            }
            cells += geometry.cells();
        }
        return first.segmentLength() * width % ALIGNMENT_BITS == 0
                && cells <= Integer.MAX_VALUE
                && cells * width <= (long) PackedCells.MAX_BYTES * Byte.SIZE;
    }

    /** The cells of all of them, which one array can hold. */
    static int count(List<FuseShard> shards) {
        return shards.stream().mapToInt(shard -> shard.geometry().cells()).sum();
    }
}
