package dev.bloomery.benchmarks.contestant.peer;

import com.google.common.hash.BloomFilter;
import com.google.common.hash.Funnels;
import dev.bloomery.benchmarks.contestant.AddableLongFilter;

/** Guava's Bloom filter of longs; it takes them boxed. */
final class GuavaLongs implements AddableLongFilter {
    private final BloomFilter<Long> filter;
    private final long sizeInBits;

    GuavaLongs(long capacity, double fpp) {
        filter = BloomFilter.create(Funnels.longFunnel(), capacity, fpp);
        sizeInBits = GuavaSize.inBits(capacity, fpp);
    }

    @Override
    public void add(long key) {
        filter.put(key);
    }

    @Override
    public boolean mightContain(long key) {
        return filter.mightContain(key);
    }

    @Override
    public long sizeInBits() {
        return sizeInBits;
    }
}
