package dev.bloomery.internal.fuse;

import dev.bloomery.internal.geometry.FuseFit;
import dev.bloomery.internal.geometry.FuseGeometry;
import java.util.Arrays;

/**
 * Where the cells of many keys are in the one array of all shards. What differs between shards is in small arrays, which are closer
 * than the tables.
 */
final class Places {
    private final long[] seeds;
    private final int[] ranges;
    private final int[] starts;
    private final int segmentLength; // the same of all

    Places(FuseTable[] tables) {
        seeds = Arrays.stream(tables).mapToLong(table -> table.shard().seed()).toArray();
        ranges = Arrays.stream(tables)
                .mapToInt(table -> table.shard().geometry().range())
                .toArray();
        starts = Arrays.stream(tables).mapToInt(FuseTable::start).toArray();
        segmentLength = tables[0].shard().geometry().segmentLength();
    }

    /** Writes the {@link FuseGeometry#place} of each of {@code hashes[from .. from + count)} to {@code places}. */
    void find(long[] hashes, int from, long[] places, int count) {
        long[] seeds = this.seeds;
        int[] ranges = this.ranges;
        int[] starts = this.starts;
        for (int i = 0; i < count; i++) {
            long hash = hashes[from + i];
            int shard = FuseFit.shard(hash, seeds.length);
            long spread = FuseGeometry.spread(hash, seeds[shard]);
            places[i] = FuseGeometry.place(starts[shard] + FuseGeometry.first(spread, ranges[shard]), spread);
        }
    }

    /** Writes the index of the fourth cell of each to {@code fourths}. */
    void findFourths(long[] hashes, int from, long[] fourths, int count) {
        for (int i = 0; i < count; i++) {
            long hash = hashes[from + i];
            int shard = FuseFit.shard(hash, seeds.length);
            long spread = FuseGeometry.spread(hash, seeds[shard]);
            int first = starts[shard] + FuseGeometry.first(spread, ranges[shard]);
            fourths[i] = FuseGeometry.fourth(first, spread, segmentLength);
        }
    }

    int segmentLength() {
        return segmentLength;
    }
}
