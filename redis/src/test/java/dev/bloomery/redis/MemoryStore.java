package dev.bloomery.redis;

import dev.bloomery.gate.store.KeyStore;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** A store of any kind, which several feeds share. */
final class MemoryStore implements KeyStore<Long> {
    private final Set<Long> keys = ConcurrentHashMap.newKeySet();

    @Override
    public boolean contains(Long key) {
        return keys.contains(key);
    }

    @Override
    public boolean insert(Long key) {
        return keys.add(key);
    }

    @Override
    public boolean delete(Long key) {
        return keys.remove(key);
    }

    @Override
    public boolean replace(Long oldKey, Long newKey) {
        throw new UnsupportedOperationException("no test does that");
    }

    @Override
    public long scan(Consumer<? super Long> sink) {
        keys.forEach(sink);
        return keys.size();
    }
}
