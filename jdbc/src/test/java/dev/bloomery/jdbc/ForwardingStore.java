package dev.bloomery.jdbc;

import dev.bloomery.gate.store.KeyStore;
import java.util.Collection;
import java.util.Set;
import java.util.function.Consumer;

/** A store to break on purpose. */
class ForwardingStore implements KeyStore<String> {
    private final KeyStore<String> store;

    ForwardingStore(KeyStore<String> store) {
        this.store = store;
    }

    @Override
    public boolean contains(String key) {
        return store.contains(key);
    }

    @Override
    public Set<String> containsWhich(Collection<? extends String> keys) {
        return store.containsWhich(keys);
    }

    @Override
    public boolean insert(String key) {
        return store.insert(key);
    }

    @Override
    public boolean delete(String key) {
        return store.delete(key);
    }

    @Override
    public boolean replace(String oldKey, String newKey) {
        return store.replace(oldKey, newKey);
    }

    @Override
    public long scan(Consumer<? super String> sink) {
        return store.scan(sink);
    }

    @Override
    public boolean ordersWrites() {
        return store.ordersWrites();
    }
}
