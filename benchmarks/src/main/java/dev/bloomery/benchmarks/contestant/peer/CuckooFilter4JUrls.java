package dev.bloomery.benchmarks.contestant.peer;

import com.github.mgunlogson.cuckoofilter4j.CuckooFilter;
import com.google.common.hash.Funnels;
import dev.bloomery.benchmarks.contestant.UrlFilter;
import java.nio.charset.StandardCharsets;

/** CuckooFilter4J with strings, as UTF-8. */
final class CuckooFilter4JUrls implements UrlFilter {
    private final CuckooFilter<CharSequence> filter;

    CuckooFilter4JUrls(long capacity, double fpp) {
        filter = new CuckooFilter.Builder<>(Funnels.stringFunnel(StandardCharsets.UTF_8), capacity)
                .withFalsePositiveRate(fpp)
                .build();
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
        return CuckooFilter4JSize.inBits(filter);
    }
}
