package dev.bloomery.jdbc.internal.feed;

import dev.bloomery.gate.store.KeyStore;
import java.util.Collection;
import java.util.Set;
import java.util.function.Consumer;

/** A store that announces what it inserts, and whose scan waits for what was announced. */
public final class PostgresFedStore<K> implements KeyStore<K> {
    private final KeyStore<K> announcing;
    private final Runnable awaitAnnounced;

    /**
     * @param announcing the store, which announces a key in the transaction that inserts it
     * @param awaitAnnounced waits for announced transactions
     */
    public PostgresFedStore(KeyStore<K> announcing, Runnable awaitAnnounced) {
        this.announcing = announcing;
        this.awaitAnnounced = awaitAnnounced;
    }

    @Override
    public boolean contains(K key) {
        return announcing.contains(key);
    }

    @Override
    public Set<K> containsWhich(Collection<? extends K> keys) {
        return announcing.containsWhich(keys);
    }

    @Override
    public boolean insert(K key) {
        return announcing.insert(key);
    }

    @Override
    public boolean delete(K key) {
        return announcing.delete(key);
    }

    @Override
    public boolean replace(K oldKey, K newKey) {
        return announcing.replace(oldKey, newKey);
    }

    @Override
    public long scan(Consumer<? super K> sink) {
        awaitAnnounced.run();
        return announcing.scan(sink);
    }

    @Override
    public boolean ordersWrites() {
        return announcing.ordersWrites();
    }

    @Override
    public boolean awaitEarlierWrites(K key) {
        return announcing.awaitEarlierWrites(key);
    }
}
