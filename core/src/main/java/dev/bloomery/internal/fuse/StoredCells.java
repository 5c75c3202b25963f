package dev.bloomery.internal.fuse;

import dev.bloomery.internal.bits.LongReader;
import dev.bloomery.internal.geometry.FuseFit;
import dev.bloomery.internal.geometry.FuseGeometry;
import java.util.List;

/** The cells of {@link FuseShards} as their bytes were copied, where they lie: answers like them. */
public final class StoredCells {
    private final List<FuseShard> shards;
    private final long[] starts;
    private final boolean empty;
    private final int width;
    private final LongReader bytes;

    /**
     * Cells of several shards.
     *
     * @param starts where the first byte of each shard is
     * @param bytes seven may be read behind the last
     */
    public StoredCells(List<FuseShard> shards, long[] starts, int width, LongReader bytes) {
        this.shards = shards;
        this.starts = starts.clone();
        this.empty = shards.stream().allMatch(shard -> shard.keys() == 0);
        this.width = width;
        this.bytes = bytes;
    }

    public boolean mightContainHash(long hash) {
        if (empty) {
            return false;
        }
        int index = FuseFit.shard(hash, starts.length);
        FuseShard shard = shards.get(index);
        FuseGeometry geometry = shard.geometry();
        long start = starts[index];
        int length = geometry.segmentLength();
        long spread = FuseGeometry.spread(hash, shard.seed());
        int first = FuseGeometry.first(spread, geometry.range());
        long difference = FuseGeometry.fingerprint(hash, geometry.mixesFingerprint(width))
                ^ cell(start, first)
                ^ cell(start, FuseGeometry.second(first, spread, length))
                ^ cell(start, FuseGeometry.third(first, spread, length));
        if (geometry.arity() == 4) {
            difference ^= cell(start, FuseGeometry.fourth(first, spread, length));
        }
        return difference << (Long.SIZE - width) == 0;
    }

    /** In the lowest bits, whatever is above. */
    private long cell(long start, int index) {
        long bit = (long) index * width;
        return bytes.at(start + (bit >>> 3)) >>> (bit & 7);
    }
}
