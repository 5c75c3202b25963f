package dev.bloomery.benchmarks.contestant.bloomery;

import dev.bloomery.CountingBloomFilter;
import dev.bloomery.CountingBuilder;
import dev.bloomery.Filters;
import dev.bloomery.benchmarks.contestant.BatchLongFilter;
import dev.bloomery.benchmarks.contestant.RemovableLongFilter;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.Layout;

/** Our counting Bloom filter of longs. */
final class BloomeryCountingLongs implements RemovableLongFilter, BatchLongFilter {
    private final CountingBloomFilter<Long> filter;

    private BloomeryCountingLongs(CountingBloomFilter<Long> filter) {
        this.filter = filter;
    }

    static BloomeryCountingLongs singleWriter(Layout layout, long capacity, double fpp) {
        return new BloomeryCountingLongs(
                builder(layout, capacity, fpp).singleWriter().build());
    }

    static BloomeryCountingLongs shared(Layout layout, long capacity, double fpp) {
        return new BloomeryCountingLongs(builder(layout, capacity, fpp).build());
    }

    private static CountingBuilder<Long> builder(Layout layout, long capacity, double fpp) {
        return Filters.countingBloom(KeyEncoder.int64())
                .capacity(capacity)
                .targetFpp(fpp)
                .layout(layout);
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
