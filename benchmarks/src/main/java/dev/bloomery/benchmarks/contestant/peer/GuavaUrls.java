package dev.bloomery.benchmarks.contestant.peer;

import com.google.common.hash.BloomFilter;
import com.google.common.hash.Funnels;
import dev.bloomery.benchmarks.contestant.UrlFilter;
import java.nio.charset.StandardCharsets;

/** Guava's Bloom filter of strings, as UTF-8. */
final class GuavaUrls implements UrlFilter {
    private final BloomFilter<CharSequence> filter;
    private final long sizeInBits;

    GuavaUrls(long capacity, double fpp) {
        filter = BloomFilter.create(Funnels.stringFunnel(StandardCharsets.UTF_8), capacity, fpp);
        sizeInBits = GuavaSize.inBits(capacity, fpp);
    }

    @Override
    public void add(String key) {
        filter.put(key);
    }

    @Override
    public boolean mightContain(String key) {
        return filter.mightContain(key);
    }

    @Override
    public long sizeInBits() {
        return sizeInBits;
    }
}
