package dev.bloomery.benchmarks.contestant.peer;

import dev.bloomery.benchmarks.contestant.AddableLongFilter;
import org.fastfilter.Filter;

/** A filter of fastfilter_java that takes keys one by one. */
final class FastfilterLongs implements AddableLongFilter {
    private final Filter filter;

    FastfilterLongs(Filter filter) {
        this.filter = filter;
    }

    @Override
    public void add(long key) {
        filter.add(key);
    }

    @Override
    public boolean mightContain(long key) {
        return filter.mayContain(key);
    }

    @Override
    public long sizeInBits() {
        return filter.getBitCount();
    }
}
