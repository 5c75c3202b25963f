package dev.bloomery.benchmarks.contestant.large;

import dev.bloomery.benchmarks.contestant.UrlFilter;
import org.apache.parquet.column.values.bloomfilter.BlockSplitBloomFilter;
import org.apache.parquet.io.api.Binary;

/** Parquet's split block Bloom filter with strings. */
final class ParquetUrls implements UrlFilter {
    private final BlockSplitBloomFilter filter;

    ParquetUrls(long capacity, double fpp) {
        filter = ParquetSize.empty(capacity, fpp);
    }

    @Override
    public void add(String key) {
        filter.insertHash(filter.hash(Binary.fromString(key)));
    }

    @Override
    public boolean mightContain(String key) {
        return filter.findHash(filter.hash(Binary.fromString(key)));
    }

    @Override
    public long sizeInBits() {
        return 8L * filter.getBitsetSize();
    }
}
