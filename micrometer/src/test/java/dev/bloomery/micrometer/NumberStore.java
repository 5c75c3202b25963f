package dev.bloomery.micrometer;

import dev.bloomery.gate.store.ExpiringKeyStore;
import dev.bloomery.gate.store.Loader;
import dev.bloomery.gate.store.StoreException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Numbers in memory, as a store and as what is loaded: each has itself for a value. It fails when it is told to. */
final class NumberStore implements ExpiringKeyStore<Long>, Loader<Long, Long> {
    private final Set<Long> keys = ConcurrentHashMap.newKeySet();
    private final AtomicReference<@Nullable Runnable> held = new AtomicReference<>();
    private volatile @Nullable RuntimeException failure;

    /** From now on every call throws this; null: none does. */
    void failWith(@Nullable RuntimeException next) {
        failure = next;
    }

    /** The next question for one key says that it was asked, and waits until it may answer. */
    void holdUp(CountDownLatch asked, CountDownLatch mayAnswer) {
        held.set(() -> {
            asked.countDown();
            try {
                mayAnswer.await();
            } catch (InterruptedException unexpected) {
                throw new AssertionError(unexpected);
            }
        });
    }

    static StoreException down(StoreException.Outcome outcome) {
        return new StoreException("down", null, outcome);
    }

    private void failIfTold() {
        RuntimeException next = failure;
        if (next != null) {
            throw next;
        }
    }

    @Override
    public boolean contains(Long key) {
        Runnable wait = held.getAndSet(null);
        if (wait != null) {
            wait.run();
        }
        failIfTold();
        return keys.contains(key);
    }

    @Override
    public Set<Long> containsWhich(Collection<? extends Long> asked) {
        failIfTold();
        Set<Long> found = new HashSet<>(asked);
        found.retainAll(keys);
        return found;
    }

    @Override
    public Optional<Long> load(Long key) {
        return contains(key) ? Optional.of(key) : Optional.empty();
    }

    @Override
    public Map<Long, Long> loadAll(Collection<Long> asked) {
        Map<Long, Long> found = new HashMap<>();
        containsWhich(asked).forEach(key -> found.put(key, key));
        return found;
    }

    @Override
    public boolean insert(Long key) {
        failIfTold();
        return keys.add(key);
    }

    @Override
    public boolean insertOrProlong(Long key) {
        return insert(key);
    }

    @Override
    public boolean delete(Long key) {
        failIfTold();
        return keys.remove(key);
    }

    @Override
    public boolean replace(Long oldKey, Long newKey) {
        failIfTold();
        return keys.contains(oldKey) && keys.add(newKey) && keys.remove(oldKey);
    }

    @Override
    public long scan(Consumer<? super Long> sink) {
        failIfTold();
        keys.forEach(sink);
        return keys.size();
    }
}
