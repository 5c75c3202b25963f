package dev.bloomery.benchmarks.contestant.peer;

import dev.bloomery.benchmarks.contestant.LongFilter;
import org.fastfilter.Filter;

/** A filter of fastfilter_java: what it answers, however its keys came in. */
class FastfilterStatic implements LongFilter {
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
