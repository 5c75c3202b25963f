package dev.bloomery.benchmarks.contestant.bloomery;

import dev.bloomery.RemovableFilter;
import dev.bloomery.benchmarks.contestant.RemovableLongFilter;

/** A filter of ours that longs are added to and removed from. */
final class BloomeryRemovableLongs extends BloomeryLongs implements RemovableLongFilter {
    private final RemovableFilter<Long> filter;

    BloomeryRemovableLongs(RemovableFilter<Long> filter) {
        super(filter);
        this.filter = filter;
    }

    @Override
    public void remove(long key) {
        filter.removeLong(key);
    }
}
