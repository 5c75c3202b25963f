package dev.bloomery.benchmarks.contestant.peer;

import dev.bloomery.benchmarks.contestant.AddableLongFilter;
import java.nio.ByteBuffer;
import orestes.bloomfilter.BloomFilter;
import orestes.bloomfilter.FilterBuilder;

/** The Bloom filter of Orestes with the bytes of longs: its way for objects would make a string of each. */
final class OrestesLongs implements AddableLongFilter {
    private final BloomFilter<Long> filter;

    OrestesLongs(long capacity, double fpp) {
        filter = new FilterBuilder(Math.toIntExact(capacity), fpp).buildBloomFilter();
    }

    private static byte[] bytes(long key) {
        return ByteBuffer.allocate(Long.BYTES).putLong(key).array();
    }

    @Override
    public void add(long key) {
        filter.addRaw(bytes(key));
    }

    @Override
    public boolean mightContain(long key) {
        return filter.contains(bytes(key));
    }

    @Override
    public long sizeInBits() {
        return filter.getBitSet().size();
    }
}
