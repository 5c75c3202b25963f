package dev.bloomery.spring.internal.store;

import dev.bloomery.gate.store.ExpiringKeyStore;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** A set in memory as the store behind a gate, for tests of applications. Nothing expires in it. */
public final class MemoryStore<K> implements ExpiringKeyStore<K> {
    private final Set<K> keys = ConcurrentHashMap.newKeySet();

    @Override
    public boolean contains(K key) {
        return keys.contains(key);
    }

    @Override
    public boolean insert(K key) {
        return keys.add(key);
    }

    @Override
    public boolean insertOrProlong(K key) {
        return keys.add(key);
    }

    @Override
    public boolean delete(K key) {
        return keys.remove(key);
    }

    @Override
    public synchronized boolean replace(K oldKey, K newKey) {
        if (!keys.contains(oldKey) || !keys.add(newKey)) {
            return false;
        }
        if (keys.remove(oldKey)) {
            return true;
        }
        keys.remove(newKey); // somebody deleted the old key meanwhile
        return false;
    }

    @Override
    public long scan(Consumer<? super K> sink) {
        long scanned = 0;
        for (K key : keys) {
            sink.accept(key);
            scanned++;
        }
        return scanned;
    }

    @Override
    public boolean ordersWrites() {
        return true;
    }
}
