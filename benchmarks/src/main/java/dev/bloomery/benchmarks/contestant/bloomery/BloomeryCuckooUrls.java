package dev.bloomery.benchmarks.contestant.bloomery;

import dev.bloomery.CuckooBuilder;
import dev.bloomery.CuckooFilter;
import dev.bloomery.Filters;
import dev.bloomery.benchmarks.contestant.BatchUrlFilter;
import dev.bloomery.key.KeyEncoder;

/** Our cuckoo filter of strings. */
final class BloomeryCuckooUrls implements BatchUrlFilter {
    private final CuckooFilter<String> filter;

    private BloomeryCuckooUrls(CuckooFilter<String> filter) {
        this.filter = filter;
    }

    static BloomeryCuckooUrls singleWriter(long capacity, double fpp) {
        return new BloomeryCuckooUrls(builder(capacity, fpp).singleWriter().build());
    }

    static BloomeryCuckooUrls shared(long capacity, double fpp) {
        return new BloomeryCuckooUrls(builder(capacity, fpp).build());
    }

    private static CuckooBuilder<String> builder(long capacity, double fpp) {
        return Filters.cuckoo(KeyEncoder.utf8()).capacity(capacity).targetFpp(fpp);
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
