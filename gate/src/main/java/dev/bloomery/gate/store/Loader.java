package dev.bloomery.gate.store;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Fetches what belongs to a key, at some cost: from a database, a cache, a disk, another service. May throw a {@link StoreException}, or anything
 * else, which the caller of the gate then gets as the cause of one. It must not ask the gate for the key that it is loading; for other keys it may.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public interface Loader<K, V> extends KeyScan<K> {

    /**
     * Fetches.
     *
     * @param key the key
     * @return what belongs to it; empty: certainly nothing
     */
    Optional<V> load(K key);

    /**
     * Fetches for many keys, in one access if it can.
     *
     * @param keys the keys
     * @return what belongs to those of them that have something
     */
    default Map<K, V> loadAll(Collection<K> keys) {
        Map<K, V> found = new LinkedHashMap<>();
        for (K key : keys) {
            load(key).ifPresent(value -> found.put(key, value));
        }
        return found;
    }
}
