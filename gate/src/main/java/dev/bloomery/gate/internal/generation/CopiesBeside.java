package dev.bloomery.gate.internal.generation;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Copies of keys that are not in a filter, because it has enough copies of the same fingerprint. They are counted by the hash of their key: keys with the same
 * hash are the same key to the filter. For one thread at a time.
 */
public final class CopiesBeside<K> {
    private record Copies<K>(K key, int count) {}

    private final Map<Long, Copies<K>> copies = new HashMap<>();

    public boolean isEmpty() {
        return copies.isEmpty();
    }

    /** Keys that have copies here. */
    public int keys() {
        return copies.size();
    }

    public void add(long hash, K key) {
        Copies<K> before = copies.get(hash);
        copies.put(hash, before == null ? new Copies<>(key, 1) : new Copies<>(before.key, before.count + 1));
    }

    /** Takes one copy away; false if there is none. */
    public boolean take(long hash) {
        Copies<K> before = copies.remove(hash);
        if (before != null && before.count > 1) {
            copies.put(hash, new Copies<>(before.key, before.count - 1));
        }
        return before != null;
    }

    /** A key with copies here of which this is true, if there is one. */
    @Nullable
    public K find(Predicate<K> wanted) {
        for (Copies<K> some : copies.values()) {
            if (wanted.test(some.key)) {
                return some.key;
            }
        }
        return null;
    }
}
