package dev.bloomery.benchmarks.contestant.peer;

import dev.bloomery.benchmarks.contestant.UrlFilter;
import orestes.bloomfilter.BloomFilter;
import orestes.bloomfilter.FilterBuilder;

/** The Bloom filter of Orestes with strings. */
final class OrestesUrls implements UrlFilter {
    private final BloomFilter<String> filter;

    OrestesUrls(long capacity, double fpp) {
        filter = new FilterBuilder(Math.toIntExact(capacity), fpp).buildBloomFilter();
    }

    @Override
    public void add(String key) {
        filter.add(key);
    }

    @Override
    public boolean mightContain(String key) {
        return filter.contains(key);
    }

    @Override
    public long sizeInBits() {
        return filter.getBitSet().size();
    }
}
