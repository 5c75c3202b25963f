package dev.bloomery.internal.bloom;

import dev.bloomery.internal.bits.Counters;
import dev.bloomery.internal.geometry.Geometry;

/**
 * A counter in the place of each bit: a key that is removed takes back what it added.
 *
 * <p>Readers look at the counters of a key and take no lock: each of them is at least 1 from before the add of a key
 * returns until its remove begins, whatever other keys do meanwhile. Writers of the <i>same</i> key must not overlap; the
 * caller sees to that.
 */
public final class CountingTable {
    private final Geometry geometry;
    private final Counters counters;
    private final boolean shared;

    private CountingTable(Geometry geometry, Counters counters, boolean shared) {
        this.geometry = geometry;
        this.counters = counters;
        this.shared = shared;
    }

    /** An empty table. */
    public static CountingTable of(Geometry geometry, int counterBits, boolean shared) {
        return new CountingTable(geometry, Counters.of(geometry.bits(), counterBits, shared), shared);
    }

    public boolean mightContainHash(long hash) {
        int probes = geometry.probes();
        for (int i = 0; i < probes; i++) {
            if (counters.get(geometry.position(hash, i)) == 0) {
                return false;
            }
        }
        return true;
    }

    /** Counts the key once more; how many of its counters were 0, so none if it tested present. */
    public int addHash(long hash) {
        int newlyUsed = 0;
        int probes = geometry.probes();
        for (int i = 0; i < probes; i++) {
            newlyUsed += counters.increment(geometry.position(hash, i)) ? 1 : 0;
        }
        return newlyUsed;
    }

    /** Takes back one add of a key that tests present; how many of its counters became 0. */
    public int removeHash(long hash) {
        int newlyFree = 0;
        int probes = geometry.probes();
        for (int i = 0; i < probes; i++) {
            newlyFree += counters.decrement(geometry.position(hash, i)) ? 1 : 0;
        }
        return newlyFree;
    }

    /** The least of the key's counters. */
    public long count(long hash) {
        long least = counters.stuckValue();
        int probes = geometry.probes();
        for (int i = 0; i < probes; i++) {
            least = Math.min(least, counters.get(geometry.position(hash, i)));
        }
        return least;
    }

    /** The table of bits in which those are set whose counters are not 0. */
    public BloomTable toBloomTable() {
        BloomTable table = BloomTable.of(geometry, shared);
        for (long i = 0; i < counters.length(); i++) {
            if (counters.get(i) != 0) {
                table.setAlone(i);
            }
        }
        return table;
    }

    /** Adds up the counters; other must have the same geometry and width. How many were 0 and are not any more. */
    public long addFrom(CountingTable other) {
        return counters.addFrom(other.counters);
    }

    public Geometry geometry() {
        return geometry;
    }

    public long stuckCounters() {
        return counters.countStuck();
    }

    public void clear() {
        counters.clear();
    }

    public CountingTable copy() {
        return new CountingTable(geometry, counters.copy(), shared);
    }

    public long memoryBytes() {
        return counters.memoryBytes();
    }
}
