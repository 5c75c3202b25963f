package dev.bloomery.benchmarks.contestant.peer;

import dev.bloomery.benchmarks.contestant.UrlFilter;
import org.apache.datasketches.filters.bloomfilter.BloomFilter;
import org.apache.datasketches.filters.bloomfilter.BloomFilterBuilder;

/** The Bloom filter of DataSketches with strings. */
final class DataSketchesUrls implements UrlFilter {
    private final BloomFilter filter;

    DataSketchesUrls(long capacity, double fpp) {
        filter = BloomFilterBuilder.createByAccuracy(capacity, fpp);
    }

    @Override
    public void add(String key) {
        filter.update(key);
    }

    @Override
    public boolean mightContain(String key) {
        return filter.query(key);
    }

    @Override
    public long sizeInBits() {
        return filter.getCapacity();
    }
}
