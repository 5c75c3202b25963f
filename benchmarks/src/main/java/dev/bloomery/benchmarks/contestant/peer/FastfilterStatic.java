package dev.bloomery.benchmarks.contestant.peer;

import dev.bloomery.benchmarks.contestant.LongFilter;
import org.fastfilter.Filter;

/** A filter of fastfilter_java that is built from all its keys at once. */
final class FastfilterStatic implements LongFilter {
    private final Filter filter;

    FastfilterStatic(Filter filter) {
        this.filter = filter;
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
