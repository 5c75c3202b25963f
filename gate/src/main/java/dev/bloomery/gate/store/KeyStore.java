package dev.bloomery.gate.store;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A set of keys that is kept elsewhere and is always right: a table with a unique column, a Redis, a directory.
 *
 * <p>Contract: what a write did is visible to every lookup that begins after it returned. A key is there once or not at all; the store itself
 * decides between writers that race. Every method may throw a {@link StoreException}; a write that does says whether it was done. Any other
 * exception of a write counts as an unknown outcome, and any other exception of a lookup becomes the cause of a {@code StoreException}.
 *
 * @param <K> the type of the keys
 */
public interface KeyStore<K> extends ReadableKeyStore<K> {

    /**
     * A store that others write, of a question and a scan; for a {@link dev.bloomery.gate.ReadOnlyGate}.
     *
     * @param contains whether a key is there
     * @param scan hands over every key
     * @param <K> the type of the keys
     * @return a store without methods that write
     */
    static <K> ReadableKeyStore<K> readOnly(Predicate<? super K> contains, KeyScan<K> scan) {
        Objects.requireNonNull(contains, "contains");
        Objects.requireNonNull(scan, "scan");
        return new ReadableKeyStore<>() {
            @Override
            public boolean contains(K key) {
                return contains.test(key);
            }

            @Override
            public long scan(Consumer<? super K> sink) {
                return scan.scan(sink);
            }

            @Override
            public List<K> sample(int atMost) {
                return scan.sample(atMost);
            }

            @Override
            public Optional<StoreLocks> locks() {
                return scan.locks();
            }
        };
    }

    /**
     * Inserts the key, unless it is there.
     *
     * @param key the key
     * @return true: this call inserted it
     */
    boolean insert(K key);

    /**
     * Deletes the key, if it is there.
     *
     * @param key the key
     * @return true: this call deleted it
     */
    boolean delete(K key);

    /**
     * Makes {@code newKey} of {@code oldKey} in one step, if the old one is there and the new one is not.
     *
     * @param oldKey the key that is there
     * @param newKey the key that shall be there instead
     * @return true: this call did it
     */
    boolean replace(K oldKey, K newKey);

    /**
     * Whether an insert with a known outcome, or a delete or replace that did something, proves that every write of the same key with an unknown
     * outcome, which returned before it began, has ended. True for transactions that held a lock on the key when their commit was cut off; false,
     * the default, where a command that timed out may still be executed later. If false, a key in doubt stays so until {@link dev.bloomery.gate.Gate#settle}.
     *
     * @return true: it does
     */
    default boolean ordersWrites() {
        return false;
    }
}
