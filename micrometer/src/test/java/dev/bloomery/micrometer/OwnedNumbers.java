package dev.bloomery.micrometer;

import dev.bloomery.gate.store.OwnedKey;
import dev.bloomery.gate.store.OwnedKeyStore;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Numbers of owners in memory. */
final class OwnedNumbers implements OwnedKeyStore<Integer, Long> {
    private final Set<OwnedKey<Integer, Long>> pairs = ConcurrentHashMap.newKeySet();

    @Override
    public boolean contains(Integer owner, Long key) {
        return pairs.contains(new OwnedKey<>(owner, key));
    }

    @Override
    public boolean insert(Integer owner, Long key) {
        return pairs.add(new OwnedKey<>(owner, key));
    }

    @Override
    public boolean delete(Integer owner, Long key) {
        return pairs.remove(new OwnedKey<>(owner, key));
    }

    @Override
    public boolean deleteOwner(Integer owner) {
        return pairs.removeIf(pair -> pair.owner().equals(owner));
    }

    @Override
    public long scan(Consumer<? super OwnedKey<Integer, Long>> sink) {
        pairs.forEach(sink);
        return pairs.size();
    }
}
