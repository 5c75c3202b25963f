package dev.bloomery.gate.store;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * A set of keys that is kept elsewhere and is always right, and that others write: what a {@link dev.bloomery.gate.ReadOnlyGate} needs of a store. A {@link KeyStore} can be written
 * as well.
 *
 * <p>Contract: what a write did is visible to every lookup that begins after it returned. Every method may throw a {@link StoreException}; any other exception
 * of a lookup becomes the cause of one.
 *
 * @param <K> the type of the keys
 */
public interface ReadableKeyStore<K> extends KeyScan<K> {

    /**
     * Whether the key is there.
     *
     * @param key the key
     * @return true: it is
     */
    boolean contains(K key);

    /**
     * Those of the keys that are there, in one access if the store can.
     *
     * @param keys the keys
     * @return some of them
     */
    default Set<K> containsWhich(Collection<? extends K> keys) {
        Set<K> found = new HashSet<>();
        for (K key : keys) {
            if (contains(key)) {
                found.add(key);
            }
        }
        return found;
    }
}
