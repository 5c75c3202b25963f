package dev.bloomery;

import dev.bloomery.internal.bloom.BloomTable;
import dev.bloomery.internal.geometry.Geometry;

/**
 * The insertions of a table that was read from a snapshot. A snapshot notes its count before it copies the bits, so those of keys added meanwhile
 * come uncounted: a filter that trusted the count would take more keys than it has room for.
 *
 * @param count the insertions, estimated from the bits if those prove that there were more than was noted
 * @param known how many of them are certain
 */
record ReadCount(long count, long known) {

    /** What was noted, unless the bits prove more. */
    static ReadCount of(BloomTable table, long noted, long knownThen) {
        Geometry geometry = table.geometry();
        long setBits = table.setBits();
        if (geometry.leastKeysFor(setBits) <= geometry.keysAfter(noted)) {
            return new ReadCount(noted, knownThen);
        }
        return new ReadCount(
                Math.max(noted, TableLoad.newByBits(geometry, setBits)),
                Math.max(knownThen, TableLoad.newForCertain(geometry, setBits)));
    }
}
