package dev.bloomery.gate.simulation.engine;

import dev.bloomery.gate.store.OwnedKey;
import dev.bloomery.gate.store.OwnedKeyStore;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/** A {@link SimulatedStore} as the store of a gate of owners: owner n has the keys 2 n and 2 n + 1. */
final class StoreOfOwners implements OwnedKeyStore<Integer, Integer> {
    private final SimulatedStore store;

    StoreOfOwners(SimulatedStore store) {
        this.store = store;
    }

    @Override
    public boolean contains(Integer owner, Integer key) {
        return store.contains(key);
    }

    @Override
    public Set<Integer> containsWhich(Integer owner, Collection<? extends Integer> keys) {
        return new HashSet<>(store.containsWhich(keys));
    }

    @Override
    public boolean insert(Integer owner, Integer key) {
        return store.insert(key);
    }

    @Override
    public boolean delete(Integer owner, Integer key) {
        return store.delete(key);
    }

    @Override
    public boolean deleteOwner(Integer owner) {
        return store.deleteOwner(owner);
    }

    @Override
    public boolean ordersWrites() {
        return store.ordersWrites();
    }

    @Override
    public long scan(Consumer<? super OwnedKey<Integer, Integer>> sink) {
        return store.scan(key -> sink.accept(new OwnedKey<>(key >> 1, key)));
    }
}
