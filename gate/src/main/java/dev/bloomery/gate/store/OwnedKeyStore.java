package dev.bloomery.gate.store;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * A set of keys for each of many owners that is kept elsewhere and is always right: a table with a unique index over owner and key, say.
 *
 * <p>The contract is that of {@link KeyStore}: what a write did is visible to every lookup that begins after it returned; an owner has a key once or
 * not at all; a write that fails says what is known of it by a {@link StoreException}.
 *
 * @param <O> the type of the owners
 * @param <K> the type of the keys
 */
public interface OwnedKeyStore<O, K> extends KeyScan<OwnedKey<O, K>> {

    /**
     * Whether the owner has the key.
     *
     * @param owner the owner
     * @param key the key
     * @return true: it has
     */
    boolean contains(O owner, K key);

    /**
     * Those of the keys that the owner has, in one access if the store can.
     *
     * @param owner the owner
     * @param keys the keys
     * @return some of them
     */
    default Set<K> containsWhich(O owner, Collection<? extends K> keys) {
        Set<K> found = new HashSet<>();
        for (K key : keys) {
            if (contains(owner, key)) {
                found.add(key);
            }
        }
        return found;
    }

    /**
     * Gives the owner the key, unless it has it.
     *
     * @param owner the owner
     * @param key the key
     * @return true: this call inserted it
     */
    boolean insert(O owner, K key);

    /**
     * Deletes the key of the owner, if it has it.
     *
     * @param owner the owner
     * @param key the key
     * @return true: this call deleted it
     */
    boolean delete(O owner, K key);

    /**
     * Deletes all keys that the owner has, in one step.
     *
     * @param owner the owner
     * @return true: it had some
     */
    boolean deleteOwner(O owner);

    /**
     * As {@link KeyStore#ordersWrites}, for writes of the same key, and of all keys of an owner.
     *
     * @return true: a write with a known outcome proves that earlier ones have ended
     */
    default boolean ordersWrites() {
        return false;
    }
}
