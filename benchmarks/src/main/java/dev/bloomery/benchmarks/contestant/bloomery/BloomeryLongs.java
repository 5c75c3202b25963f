package dev.bloomery.benchmarks.contestant.bloomery;

import dev.bloomery.AddableFilter;
import dev.bloomery.benchmarks.contestant.BatchLongFilter;

/** A filter of ours that longs are added to. */
class BloomeryLongs extends BloomeryStatic implements BatchLongFilter {
    private final AddableFilter<Long> filter;

    BloomeryLongs(AddableFilter<Long> filter) {
        super(filter);
        this.filter = filter;
    }

    @Override
    public void add(long key) {
        filter.addLong(key);
    }

    @Override
    public void addAll(long[] keys) {
        filter.addAllLongs(keys);
    }
}
