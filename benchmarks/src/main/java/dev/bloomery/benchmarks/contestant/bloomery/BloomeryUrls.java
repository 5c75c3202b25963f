package dev.bloomery.benchmarks.contestant.bloomery;

import dev.bloomery.BloomBuilder;
import dev.bloomery.BloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.benchmarks.contestant.BatchUrlFilter;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.Layout;

/** Our Bloom filter of strings. */
final class BloomeryUrls implements BatchUrlFilter {
    private final BloomFilter<String> filter;

    private BloomeryUrls(BloomFilter<String> filter) {
        this.filter = filter;
    }

    static BloomeryUrls singleWriter(Layout layout, long capacity, double fpp) {
        return new BloomeryUrls(builder(layout, capacity, fpp).singleWriter().build());
    }

    static BloomeryUrls shared(Layout layout, long capacity, double fpp) {
        return new BloomeryUrls(builder(layout, capacity, fpp).build());
    }

    static BloomeryUrls hardened(Layout layout, long capacity, double fpp) {
        return new BloomeryUrls(
                builder(layout, capacity, fpp).singleWriter().hardened().build());
    }

    private static BloomBuilder<String> builder(Layout layout, long capacity, double fpp) {
        return Filters.bloom(KeyEncoder.utf8())
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
