package dev.bloomery.redis;

import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreException.Outcome;
import java.util.Collection;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** A store broken on purpose: what got no answer it takes for not done. */
record CallsUnknownNotDone<K>(KeyStore<K> store) implements KeyStore<K> {

    private static boolean told(BooleanSupplier write) {
        try {
            return write.getAsBoolean();
        } catch (StoreException problem) {
            throw new StoreException("not done, it says", problem, Outcome.NOT_DONE);
        }
    }

    @Override
    public boolean contains(K key) {
        return store.contains(key);
    }

    @Override
    public Set<K> containsWhich(Collection<? extends K> keys) {
        return store.containsWhich(keys);
    }

    @Override
    public boolean insert(K key) {
        return told(() -> store.insert(key));
    }

    @Override
    public boolean delete(K key) {
        return told(() -> store.delete(key));
    }

    @Override
    public boolean replace(K oldKey, K newKey) {
        return told(() -> store.replace(oldKey, newKey));
    }

    @Override
    public long scan(Consumer<? super K> sink) {
        return store.scan(sink);
    }
}
