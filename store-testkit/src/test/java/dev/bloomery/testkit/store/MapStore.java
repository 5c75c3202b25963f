package dev.bloomery.testkit.store;

import dev.bloomery.gate.store.KeyStore;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** The plainest store: a set in memory. */
class MapStore implements KeyStore<Long> {
    private final Set<Long> keys = ConcurrentHashMap.newKeySet();

    @Override
    public boolean contains(Long key) {
        return keys.contains(key);
    }

    @Override
    public synchronized boolean insert(Long key) {
        return keys.add(key);
    }

    @Override
    public synchronized boolean delete(Long key) {
        return keys.remove(key);
    }

    @Override
    public synchronized boolean replace(Long oldKey, Long newKey) {
        if (!keys.contains(oldKey) || !keys.add(newKey)) {
            return false;
        }
        return keys.remove(oldKey);
    }

    @Override
    public long scan(Consumer<? super Long> sink) {
        long handed = 0;
        for (Long key : keys) {
            sink.accept(key);
            handed++;
        }
        return handed;
    }
}
