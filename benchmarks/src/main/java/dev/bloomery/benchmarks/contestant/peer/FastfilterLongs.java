package dev.bloomery.benchmarks.contestant.peer;

import dev.bloomery.benchmarks.contestant.AddableLongFilter;
import org.fastfilter.Filter;

/** A filter of fastfilter_java that takes keys one by one. */
class FastfilterLongs extends FastfilterStatic implements AddableLongFilter {
    private final Filter filter;

    FastfilterLongs(Filter filter) {
        super(filter);
        this.filter = filter;
    }

    @Override
    public void add(long key) {
        filter.add(key);
    }
}
