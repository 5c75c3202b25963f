package dev.bloomery.benchmarks.contestant.peer;

import org.apache.commons.collections4.bloomfilter.BitMaps;
import org.apache.commons.collections4.bloomfilter.SimpleBloomFilter;

/** The size of a Bloom filter of Commons Collections. */
final class CommonsSize {
    private CommonsSize() {}

    static long inBits(SimpleBloomFilter filter) {
        return (long) Long.SIZE * BitMaps.numberOfBitMaps(filter.getShape().getNumberOfBits());
    }
}
