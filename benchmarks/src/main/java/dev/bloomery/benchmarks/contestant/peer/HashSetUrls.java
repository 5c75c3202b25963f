package dev.bloomery.benchmarks.contestant.peer;

import dev.bloomery.benchmarks.contestant.UrlFilter;
import java.util.HashSet;
import java.util.Set;

/** The exact answer: a set of the strings. */
final class HashSetUrls implements UrlFilter {
    /** The string object, and its array: a header of 16 and 60 characters, in steps of 8. */
    private static final int BYTES_OF_URL = 24 + 80;

    private final Set<String> set;

    HashSetUrls(long capacity) {
        set = new HashSet<>(HashSetSize.initialCapacity(capacity));
    }

    @Override
    public void add(String key) {
        set.add(key);
    }

    @Override
    public boolean mightContain(String key) {
        return set.contains(key);
    }

    @Override
    public long sizeInBits() {
        return HashSetSize.inBits(set.size(), BYTES_OF_URL);
    }
}
