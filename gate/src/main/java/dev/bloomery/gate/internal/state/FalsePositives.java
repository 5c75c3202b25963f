package dev.bloomery.gate.internal.state;

import dev.bloomery.gate.internal.generation.Generation;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Remembers some keys that the filter took for present and the store did not have, so that asking for one again and again costs no access.
 *
 * <ol>
 *   <li>A memory holds the number of changes of the key's stripe, read before the store was asked and found the same after it, and is believed
 *       only while that number is the same and the stripe is quiet.
 *   <li>It belongs to one generation: a gate that was told of writes that it could not see has another one afterwards.
 *   <li>Bounded: a place is overwritten by the next key that falls on it. Wait-free.
 * </ol>
 */
public class FalsePositives<K> {
    private record Known<K>(K key, long changes, @Nullable Generation<K> generation) {}

    private final AtomicReferenceArray<@Nullable Known<K>> known;
    /**
     * A byte of the hash of each: what is not the key is mostly told from it, in a table that is small enough to stay in the caches. Written after the memory and without
     * order: who reads an old one asks the store.
     */
    private final byte[] tags;

    /** @param size how many keys at most, a power of two, or 0 */
    public FalsePositives(int size) {
        known = new AtomicReferenceArray<>(size);
        tags = new byte[size];
    }

    private static int mixed(Object key) {
        int mixed =
                key.hashCode() * 0x85EBCA6B; // not the factor of the stripes: keys of one stripe must not share a place
        return mixed ^ (mixed >>> 15);
    }

    /** Not 0, which is the tag of nothing. */
    private static byte tag(int mixed) {
        return (byte) (mixed >> 24 | 1);
    }

    /** The store did not have the key when its stripe had seen so many changes. */
    public void remember(K key, long changes, @Nullable Generation<K> generation) {
        if (tags.length > 0) {
            int mixed = mixed(key);
            int place = mixed & (tags.length - 1);
            known.set(place, new Known<>(key, changes, generation));
            tags[place] = tag(mixed);
        }
    }

    /** Whether the store did not have the key, and cannot have it now, after so many changes. */
    public boolean isAbsent(K key, long changes, @Nullable Generation<K> generation) {
        if (tags.length == 0) {
            return false;
        }
        int mixed = mixed(key);
        int place = mixed & (tags.length - 1);
        if (tags[place] != tag(mixed)) {
            return false;
        }
        Known<K> found = known.get(place);
        return found != null && found.changes == changes && found.generation == generation && found.key.equals(key);
    }
}
