package dev.bloomery.benchmarks.contestant.peer;

import com.github.mgunlogson.cuckoofilter4j.CuckooFilter;
import com.google.common.hash.Funnels;
import dev.bloomery.benchmarks.contestant.AddableLongFilter;

/** CuckooFilter4J with longs; it takes them boxed. */
final class CuckooFilter4JLongs implements AddableLongFilter {
    private final CuckooFilter<Long> filter;

    CuckooFilter4JLongs(long capacity, double fpp) {
        filter = new CuckooFilter.Builder<>(Funnels.longFunnel(), capacity)
                .withFalsePositiveRate(fpp)
                .build();
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
        return CuckooFilter4JSize.inBits(filter);
    }
}
