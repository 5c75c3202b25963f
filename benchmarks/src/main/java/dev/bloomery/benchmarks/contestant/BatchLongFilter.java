package dev.bloomery.benchmarks.contestant;

/** A filter of long keys that takes and answers many of them in one call. */
public interface BatchLongFilter extends AddableLongFilter, AskedInBatches {

    /** Adds all keys. */
    void addAll(long[] keys);
}
