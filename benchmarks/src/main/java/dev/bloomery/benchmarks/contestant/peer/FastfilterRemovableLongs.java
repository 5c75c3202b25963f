package dev.bloomery.benchmarks.contestant.peer;

import dev.bloomery.benchmarks.contestant.RemovableLongFilter;
import org.fastfilter.Filter;

/** A counting filter of fastfilter_java. */
final class FastfilterRemovableLongs extends FastfilterLongs implements RemovableLongFilter {
    private final Filter filter;

    FastfilterRemovableLongs(Filter filter) {
        super(filter);
        this.filter = filter;
    }

    @Override
    public void remove(long key) {
        filter.remove(key);
    }
}
