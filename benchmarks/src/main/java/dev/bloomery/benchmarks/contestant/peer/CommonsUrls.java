package dev.bloomery.benchmarks.contestant.peer;

import dev.bloomery.benchmarks.contestant.UrlFilter;
import java.nio.charset.StandardCharsets;
import org.apache.commons.codec.digest.MurmurHash3;
import org.apache.commons.collections4.bloomfilter.EnhancedDoubleHasher;
import org.apache.commons.collections4.bloomfilter.Hasher;
import org.apache.commons.collections4.bloomfilter.Shape;
import org.apache.commons.collections4.bloomfilter.SimpleBloomFilter;

/** The Bloom filter of Commons Collections with strings, hashed by the MurmurHash3 of its sister Commons Codec. */
final class CommonsUrls implements UrlFilter {
    private final SimpleBloomFilter filter;

    CommonsUrls(long capacity, double fpp) {
        filter = new SimpleBloomFilter(Shape.fromNP(Math.toIntExact(capacity), fpp));
    }

    private static Hasher hasher(String key) {
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        long[] hash = MurmurHash3.hash128x64(bytes, 0, bytes.length, 0);
        return new EnhancedDoubleHasher(hash[0], hash[1]);
    }

    @Override
    public void add(String key) {
        filter.merge(hasher(key));
    }

    @Override
    public boolean mightContain(String key) {
        return filter.contains(hasher(key));
    }

    @Override
    public long sizeInBits() {
        return CommonsSize.inBits(filter);
    }
}
