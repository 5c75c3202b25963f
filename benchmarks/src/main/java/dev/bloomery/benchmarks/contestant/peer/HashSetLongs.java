package dev.bloomery.benchmarks.contestant.peer;

import dev.bloomery.benchmarks.contestant.AddableLongFilter;
import java.util.HashSet;
import java.util.Set;

/** The exact answer: a set of boxed longs. */
final class HashSetLongs implements AddableLongFilter {
    private static final int BYTES_OF_LONG = 24;

    private final Set<Long> set;

    HashSetLongs(long capacity) {
        set = new HashSet<>(HashSetSize.initialCapacity(capacity));
    }

    @Override
    public void add(long key) {
        set.add(key);
    }

    @Override
    public boolean mightContain(long key) {
        return set.contains(key);
    }

    @Override
    public long sizeInBits() {
        return HashSetSize.inBits(set.size(), BYTES_OF_LONG);
    }
}
