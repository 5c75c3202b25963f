package dev.bloomery.benchmarks.contestant.peer;

import dev.bloomery.benchmarks.contestant.AddableLongFilter;
import org.apache.commons.collections4.bloomfilter.EnhancedDoubleHasher;
import org.apache.commons.collections4.bloomfilter.Hasher;
import org.apache.commons.collections4.bloomfilter.Shape;
import org.apache.commons.collections4.bloomfilter.SimpleBloomFilter;

/** The Bloom filter of Commons Collections with longs; it leaves the hash to its user. */
final class CommonsLongs implements AddableLongFilter {
    private final SimpleBloomFilter filter;

    CommonsLongs(long capacity, double fpp) {
        filter = new SimpleBloomFilter(Shape.fromNP(Math.toIntExact(capacity), fpp));
    }

    private static Hasher hasher(long key) {
        long first = LongHash128.first(key);
        return new EnhancedDoubleHasher(first, LongHash128.second(first));
    }

    @Override
    public void add(long key) {
        filter.merge(hasher(key));
    }

    @Override
    public boolean mightContain(long key) {
        return filter.contains(hasher(key));
    }

    @Override
    public long sizeInBits() {
        return CommonsSize.inBits(filter);
    }
}
