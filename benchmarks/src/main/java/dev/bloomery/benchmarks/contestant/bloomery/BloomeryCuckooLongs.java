package dev.bloomery.benchmarks.contestant.bloomery;

import dev.bloomery.CuckooBuilder;
import dev.bloomery.CuckooFilter;
import dev.bloomery.Filters;
import dev.bloomery.benchmarks.contestant.BatchLongFilter;
import dev.bloomery.benchmarks.contestant.RemovableLongFilter;
import dev.bloomery.key.KeyEncoder;

/** Our cuckoo filter of longs. */
final class BloomeryCuckooLongs implements RemovableLongFilter, BatchLongFilter {
    private final CuckooFilter<Long> filter;

    private BloomeryCuckooLongs(CuckooFilter<Long> filter) {
        this.filter = filter;
    }

    static BloomeryCuckooLongs singleWriter(long capacity, double fpp) {
        return new BloomeryCuckooLongs(builder(capacity, fpp).singleWriter().build());
    }

    static BloomeryCuckooLongs shared(long capacity, double fpp) {
        return new BloomeryCuckooLongs(builder(capacity, fpp).build());
    }

    private static CuckooBuilder<Long> builder(long capacity, double fpp) {
        return Filters.cuckoo(KeyEncoder.int64()).capacity(capacity).targetFpp(fpp);
    }

    @Override
    public void add(long key) {
        filter.addLong(key);
    }

    @Override
    public void remove(long key) {
        filter.removeLong(key);
    }

    @Override
    public boolean mightContain(long key) {
        return filter.mightContainLong(key);
    }

    @Override
    public void addAll(long[] keys) {
        filter.addAllLongs(keys);
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
