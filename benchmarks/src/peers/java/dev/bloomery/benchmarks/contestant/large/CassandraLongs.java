package dev.bloomery.benchmarks.contestant.large;

import dev.bloomery.benchmarks.contestant.AddableLongFilter;
import dev.bloomery.benchmarks.contestant.peer.LongHash128;
import org.apache.cassandra.utils.FilterFactory;
import org.apache.cassandra.utils.IFilter;

/** Cassandra's Bloom filter, outside the heap, with longs; it leaves the hash to the key. */
final class CassandraLongs implements AddableLongFilter {
    private final IFilter filter;

    CassandraLongs(long capacity, double fpp) {
        filter = FilterFactory.getFilter(capacity, fpp);
    }

    private record Key(long key) implements IFilter.FilterKey {
        @Override
        public void filterHash(long[] hash) {
            hash[0] = LongHash128.first(key);
            hash[1] = LongHash128.second(hash[0]);
        }
    }

    @Override
    public void add(long key) {
        filter.add(new Key(key));
    }

    @Override
    public boolean mightContain(long key) {
        return filter.isPresent(new Key(key));
    }

    @Override
    public long sizeInBits() {
        return 8 * filter.offHeapSize();
    }
}
