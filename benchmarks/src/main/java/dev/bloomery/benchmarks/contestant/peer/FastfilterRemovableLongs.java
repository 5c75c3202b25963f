package dev.bloomery.benchmarks.contestant.peer;

import dev.bloomery.benchmarks.contestant.RemovableLongFilter;
import org.fastfilter.Filter;

/** A counting filter of fastfilter_java. */
final class FastfilterRemovableLongs implements RemovableLongFilter {
    private final Filter filter;

    FastfilterRemovableLongs(Filter filter) {
        this.filter = filter;
    }

    @Override
    public void add(long key) {
        filter.add(key);
    }

    @Override
    public void remove(long key) {
        filter.remove(key);
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
