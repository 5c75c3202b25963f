package dev.bloomery.benchmarks.contestant;

/** A filter of long keys that takes and answers many of them in one call. */
public interface BatchLongFilter extends AddableLongFilter {

    /** Adds all keys. */
    void addAll(long[] keys);

    /** At each place whether the key at that place may be in. */
    boolean[] mightContainEach(long[] keys);
}
