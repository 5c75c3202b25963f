package dev.bloomery.benchmarks.contestant.large;

import org.apache.parquet.column.values.bloomfilter.BlockSplitBloomFilter;

/** Makes Parquet's filter of the size that Parquet computes; it rounds that up to a power of two, up to 128 MiB. */
final class ParquetSize {
    private ParquetSize() {}

    static BlockSplitBloomFilter empty(long capacity, double fpp) {
        return new BlockSplitBloomFilter(BlockSplitBloomFilter.optimalNumOfBits(capacity, fpp) / 8);
    }
}
