package dev.bloomery.benchmarks.contestant;

/** A filter of long keys that can take a key back. */
public interface RemovableLongFilter extends AddableLongFilter {

    /** Takes back one add of a key. */
    void remove(long key);
}
