package dev.bloomery.internal.bloom;

import dev.bloomery.internal.bits.Words;
import dev.bloomery.internal.geometry.Geometry;
import dev.bloomery.internal.geometry.PartitionedGeometry;

/**
 * Layouts classic and partitioned: probes far apart, up to k cache lines a query, and a <i>no</i> stops at the first bit
 * that is 0.
 */
final class ScatteredTable extends BloomTable {

    ScatteredTable(Geometry geometry, boolean shared, Words words) {
        super(geometry, shared, words);
    }

    @Override
    public boolean mightContainHash(long hash) {
        Geometry geometry = geometry();
        int probes = geometry.probes();
        for (int i = 0; i < probes; i++) {
            long position = geometry.position(hash, i);
            if ((words.get(Words.wordIndex(position)) & (1L << position)) == 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean addHash(long hash) {
        if (shared && mightContainHash(hash)) {
            return false; // reading costs less than locked writes that change nothing
        }
        boolean changed = false;
        Geometry geometry = geometry();
        int probes = geometry.probes();
        for (int i = 0; i < probes; i++) {
            long position = geometry.position(hash, i);
            int index = Words.wordIndex(position);
            long mask = 1L << position; // a shift uses the low six bits of its distance
            changed |= shared ? words.setShared(index, mask) : words.setAlone(index, mask);
        }
        return changed;
    }

    /** Exact: probe i hits a set bit with the chance that its range is filled, whatever the others hit. */
    @Override
    public double currentFpp() {
        Geometry geometry = geometry();
        if (geometry instanceof PartitionedGeometry partitioned) {
            double allSet = 1;
            long sliceBits = partitioned.sliceBits();
            for (long first = 0; first < partitioned.bits(); first += sliceBits) {
                allSet *= (double) words.countSet(first, first + sliceBits) / sliceBits;
            }
            return allSet;
        }
        return Math.pow((double) setBits() / geometry.bits(), geometry.probes());
    }

    @Override
    public BloomTable copy() {
        return new ScatteredTable(geometry(), shared, words.copy());
    }
}
