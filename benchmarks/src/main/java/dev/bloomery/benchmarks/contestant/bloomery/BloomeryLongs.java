package dev.bloomery.benchmarks.contestant.bloomery;

import dev.bloomery.BloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.benchmarks.contestant.BatchLongFilter;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.Layout;

/** Our Bloom filter of longs. */
final class BloomeryLongs implements BatchLongFilter {
    private final BloomFilter<Long> filter;

    private BloomeryLongs(BloomFilter<Long> filter) {
        this.filter = filter;
    }

    static BloomeryLongs singleWriter(Layout layout, long capacity, double fpp) {
        return new BloomeryLongs(Filters.bloom(KeyEncoder.int64())
                .capacity(capacity)
                .targetFpp(fpp)
                .layout(layout)
                .singleWriter()
                .build());
    }

    static BloomeryLongs shared(Layout layout, long capacity, double fpp) {
        return new BloomeryLongs(Filters.bloom(KeyEncoder.int64())
                .capacity(capacity)
                .targetFpp(fpp)
                .layout(layout)
                .build());
    }

    @Override
    public void add(long key) {
        filter.addLong(key);
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
