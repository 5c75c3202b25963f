package dev.bloomery.benchmarks.contestant.large;

import dev.bloomery.benchmarks.contestant.AddableLongFilter;
import org.apache.spark.util.sketch.BloomFilter;

/** Spark's Bloom filter with longs. */
final class SparkLongs implements AddableLongFilter {
    private final BloomFilter filter;

    SparkLongs(long capacity, double fpp) {
        filter = BloomFilter.create(capacity, fpp);
    }

    @Override
    public void add(long key) {
        filter.putLong(key);
    }

    @Override
    public boolean mightContain(long key) {
        return filter.mightContainLong(key);
    }

    @Override
    public long sizeInBits() {
        return filter.bitSize();
    }
}
