package dev.bloomery.benchmarks.contestant.large;

import dev.bloomery.benchmarks.contestant.AddableLongFilter;
import org.apache.parquet.column.values.bloomfilter.BlockSplitBloomFilter;

/** Parquet's split block Bloom filter with longs. */
final class ParquetLongs implements AddableLongFilter {
    private final BlockSplitBloomFilter filter;

    ParquetLongs(long capacity, double fpp) {
        filter = ParquetSize.empty(capacity, fpp);
    }

    @Override
    public void add(long key) {
        filter.insertHash(filter.hash(key));
    }

    @Override
    public boolean mightContain(long key) {
        return filter.findHash(filter.hash(key));
    }

    @Override
    public long sizeInBits() {
        return 8L * filter.getBitsetSize();
    }
}
