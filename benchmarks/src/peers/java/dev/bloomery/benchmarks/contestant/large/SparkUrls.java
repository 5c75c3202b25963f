package dev.bloomery.benchmarks.contestant.large;

import dev.bloomery.benchmarks.contestant.UrlFilter;
import org.apache.spark.util.sketch.BloomFilter;

/** Spark's Bloom filter with strings. */
final class SparkUrls implements UrlFilter {
    private final BloomFilter filter;

    SparkUrls(long capacity, double fpp) {
        filter = BloomFilter.create(capacity, fpp);
    }

    @Override
    public void add(String key) {
        filter.putString(key);
    }

    @Override
    public boolean mightContain(String key) {
        return filter.mightContainString(key);
    }

    @Override
    public long sizeInBits() {
        return filter.bitSize();
    }
}
