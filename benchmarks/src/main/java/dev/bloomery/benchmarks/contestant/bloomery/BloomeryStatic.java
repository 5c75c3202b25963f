package dev.bloomery.benchmarks.contestant.bloomery;

import dev.bloomery.HashedFilter;
import dev.bloomery.benchmarks.contestant.AskedInBatches;

/** A filter of ours that is asked for longs. */
class BloomeryStatic implements AskedInBatches {
    private final HashedFilter<Long> filter;

    BloomeryStatic(HashedFilter<Long> filter) {
        this.filter = filter;
    }

    @Override
    public boolean mightContain(long key) {
        return filter.mightContainLong(key);
    }

    @Override
    public boolean[] mightContainEach(long[] keys) {
        return filter.mightContainEachLong(keys);
    }

    @Override
    public long sizeInBits() {
        return 8 * filter.info().memoryBytes();
    }
}
