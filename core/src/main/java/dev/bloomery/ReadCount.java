package dev.bloomery;

import dev.bloomery.internal.bloom.BloomTable;
import dev.bloomery.internal.geometry.Geometry;

/**
 * The insertions of a table that was read from a snapshot. A snapshot notes its count before it copies the bits, so those of keys added meanwhile
 * come uncounted: a filter that trusted the count would take more keys than it has room for.
 */
final class ReadCount {
    /** A sound count is passed by so many standard deviations once in a thousand million. */
    private static final int DEVIATIONS = 6;

    private ReadCount() {}

    /** What was noted, unless the bits tell clearly of more. */
    static long of(BloomTable table, long noted) {
        Geometry geometry = table.geometry();
        long byBits = BloomFilter.distinct(geometry, table.setBits());
        double bits = geometry.bits();
        double load = byBits * geometry.probes() / bits;
        double deviation = Math.sqrt(bits * (Math.expm1(load) - load)) / geometry.probes();
        if (byBits - 1 - DEVIATIONS * deviation <= geometry.keysAfter(noted)) {
            return noted;
        }
        return Math.max(noted, Math.round(geometry.newAmong(byBits)));
    }
}
