package dev.bloomery.benchmarks.contestant.bloomery;

import dev.bloomery.CountingBloomFilter;
import dev.bloomery.CountingBuilder;
import dev.bloomery.Filters;
import dev.bloomery.benchmarks.contestant.BatchUrlFilter;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.Layout;

/** Our counting Bloom filter of strings. */
final class BloomeryCountingUrls implements BatchUrlFilter {
    private final CountingBloomFilter<String> filter;

    private BloomeryCountingUrls(CountingBloomFilter<String> filter) {
        this.filter = filter;
    }

    static BloomeryCountingUrls singleWriter(Layout layout, long capacity, double fpp) {
        return new BloomeryCountingUrls(
                builder(layout, capacity, fpp).singleWriter().build());
    }

    static BloomeryCountingUrls shared(Layout layout, long capacity, double fpp) {
        return new BloomeryCountingUrls(builder(layout, capacity, fpp).build());
    }

    private static CountingBuilder<String> builder(Layout layout, long capacity, double fpp) {
        return Filters.countingBloom(KeyEncoder.utf8())
                .capacity(capacity)
                .targetFpp(fpp)
                .layout(layout);
    }

    @Override
    public void add(String key) {
        filter.add(key);
    }

    @Override
    public boolean mightContain(String key) {
        return filter.mightContain(key);
    }

    @Override
    public void addAll(String[] keys) {
        filter.addAll(keys);
    }

    @Override
    public boolean[] mightContainEach(String[] keys) {
        return filter.mightContainEach(keys);
    }

    @Override
    public long sizeInBits() {
        return 8 * filter.info().memoryBytes();
    }
}
