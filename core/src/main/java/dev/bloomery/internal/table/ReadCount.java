package dev.bloomery.internal.table;

import dev.bloomery.internal.bloom.BloomTable;
import dev.bloomery.internal.geometry.Geometry;

/**
 * The insertions of a table that was read from a snapshot. A snapshot notes its count before it copies the bits, so those of keys added meanwhile
 * come uncounted: a filter that trusted the count would take more keys than it has room for.
 *
 * @param count the insertions, estimated from the bits if those prove that there were more than was noted
 * @param known how many of them are certain
 */
public record ReadCount(long count, long known) {

    /** A count of which nothing is estimated. */
    public static ReadCount exact(long count) {
        return new ReadCount(count, count);
    }

    /** What was noted, unless the bits prove more. */
    public static ReadCount of(BloomTable table, ReadCount noted) {
        Geometry geometry = table.geometry();
        long setBits = table.setBits();
        if (geometry.leastKeysFor(setBits) <= geometry.keysAfter(noted.count)) {
            return noted;
        }
        return new ReadCount(
                Math.max(noted.count, TableLoad.newByBits(geometry, setBits)),
                Math.max(noted.known, TableLoad.newForCertain(geometry, setBits)));
    }
}
