package dev.bloomery.benchmarks.contestant;

/** A filter of long keys that answers many of them in one call. */
public interface AskedInBatches extends LongFilter {

    /** At each place whether the key at that place may be in. */
    boolean[] mightContainEach(long[] keys);
}
