package dev.bloomery.benchmarks.contestant.large;

import dev.bloomery.benchmarks.contestant.UrlFilter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.cassandra.utils.FilterFactory;
import org.apache.cassandra.utils.IFilter;
import org.apache.cassandra.utils.MurmurHash;

/** Cassandra's Bloom filter, outside the heap, with strings, hashed as Cassandra hashes its keys. */
final class CassandraUrls implements UrlFilter {
    private final IFilter filter;

    CassandraUrls(long capacity, double fpp) {
        filter = FilterFactory.getFilter(capacity, fpp);
    }

    private record Key(String key) implements IFilter.FilterKey {
        @Override
        public void filterHash(long[] hash) {
            byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
            MurmurHash.hash3_x64_128(ByteBuffer.wrap(bytes), 0, bytes.length, 0, hash);
        }
    }

    @Override
    public void add(String key) {
        filter.add(new Key(key));
    }

    @Override
    public boolean mightContain(String key) {
        return filter.isPresent(new Key(key));
    }

    @Override
    public long sizeInBits() {
        return 8 * filter.offHeapSize();
    }
}
