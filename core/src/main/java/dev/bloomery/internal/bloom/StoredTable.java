package dev.bloomery.internal.bloom;

import dev.bloomery.internal.geometry.BlockShape;
import dev.bloomery.internal.geometry.BlockedGeometry;
import dev.bloomery.internal.geometry.Geometry;
import dev.bloomery.internal.geometry.Mix;
import dev.bloomery.internal.geometry.PairedGeometry;

/** A table as its bytes were copied, where they lie: answers like it, and never changes. How places are kept is up to the subclass. */
abstract sealed class StoredTable permits StoredBits, StoredCounts {
    final Geometry geometry;

    StoredTable(Geometry geometry) {
        this.geometry = geometry;
    }

    /** Which of the 64 places of a word of a block are taken. */
    abstract long taken(long word);

    /** Whether a place is taken, of a table without blocks. */
    abstract boolean isTaken(long position);

    public final boolean mightContainHash(long hash) {
        if (geometry instanceof BlockedGeometry blocked) {
            return isInBlock(blocked, 0, hash);
        }
        return geometry instanceof PairedGeometry paired ? isInBoth(paired.half(), hash) : isScattered(hash);
    }

    private boolean isInBoth(BlockedGeometry half, long hash) {
        return isInBlock(half, 0, hash) && isInBlock(half, half.blocks() * BlockShape.BLOCK_WORDS, Mix.remix(hash));
    }

    /** @param start the first word of the blocks */
    private boolean isInBlock(BlockedGeometry blocked, long start, long hash) {
        long first = start + blocked.block(hash) * BlockShape.BLOCK_WORDS;
        long missing = 0;
        for (int group = 0; group < blocked.shape().words(); group++) {
            missing |= blocked.mask(hash, group) & ~taken(first + blocked.word(hash, group));
        }
        return missing == 0;
    }

    private boolean isScattered(long hash) {
        for (int i = 0; i < geometry.probes(); i++) {
            if (!isTaken(geometry.position(hash, i))) {
                return false;
            }
        }
        return true;
    }
}
