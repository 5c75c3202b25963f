package dev.bloomery.benchmarks.contestant.peer;

import dev.bloomery.benchmarks.contestant.AddableLongFilter;
import org.apache.datasketches.filters.bloomfilter.BloomFilter;
import org.apache.datasketches.filters.bloomfilter.BloomFilterBuilder;

/** The Bloom filter of DataSketches with longs. */
final class DataSketchesLongs implements AddableLongFilter {
    private final BloomFilter filter;

    DataSketchesLongs(long capacity, double fpp) {
        filter = BloomFilterBuilder.createByAccuracy(capacity, fpp);
    }

    @Override
    public void add(long key) {
        filter.update(key);
    }

    @Override
    public boolean mightContain(long key) {
        return filter.query(key);
    }

    @Override
    public long sizeInBits() {
        return filter.getCapacity();
    }
}
