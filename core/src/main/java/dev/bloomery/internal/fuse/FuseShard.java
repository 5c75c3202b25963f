package dev.bloomery.internal.fuse;

import dev.bloomery.internal.bits.PackedCells;
import dev.bloomery.internal.geometry.FuseGeometry;

/**
 * What must be known of a table of a fuse filter beside its cells.
 *
 * @param seed of the try that succeeded
 * @param keys distinct ones
 */
public record FuseShard(FuseGeometry geometry, long seed, int keys) {

    /** The bytes of its cells. */
    public int byteLength(int width) {
        return PackedCells.byteLength(geometry.cells(), width);
    }
}
