package dev.bloomery.internal.bloom;

import dev.bloomery.internal.bits.Words;
import dev.bloomery.internal.geometry.ClassicGeometry;

/** Probes anywhere: up to k cache lines a query, and a <i>no</i> stops at the first bit that is 0. */
final class ClassicTable extends BloomTable {
    private final ClassicGeometry geometry;

    ClassicTable(ClassicGeometry geometry, boolean shared, Words words) {
        super(geometry, shared, words);
        this.geometry = geometry;
    }

    @Override
    public boolean mightContainHash(long hash) {
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
        int probes = geometry.probes();
        for (int i = 0; i < probes; i++) {
            long position = geometry.position(hash, i);
            int index = Words.wordIndex(position);
            long mask = 1L << position; // a shift uses the low six bits of its distance
            changed |= shared ? words.setShared(index, mask) : words.setAlone(index, mask);
        }
        return changed;
    }

    /** Exact: every probe hits a set bit with chance {@code setBits / bits}, whatever the others hit. */
    @Override
    public double currentFpp() {
        return Math.pow((double) setBits() / geometry.bits(), geometry.probes());
    }

    @Override
    public BloomTable copy() {
        return new ClassicTable(geometry, shared, words.copy());
    }
}
