package dev.bloomery.gate;

import dev.bloomery.gate.store.ExpiringKeyStore;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Keys that are there for so many ticks of a clock that a test moves. */
final class ExpiringStore implements ExpiringKeyStore<Long> {
    static final long TIME_TO_LIVE = 60;

    final AtomicLong clock = new AtomicLong();
    private final Map<Long, Long> until = new ConcurrentHashMap<>();

    @Override
    public boolean contains(Long key) {
        return until.getOrDefault(key, 0L) > clock.get();
    }

    @Override
    public synchronized boolean insert(Long key) {
        return !contains(key) && insertOrProlong(key);
    }

    @Override
    public synchronized boolean insertOrProlong(Long key) {
        boolean isNew = !contains(key);
        until.put(key, clock.get() + TIME_TO_LIVE);
        return isNew;
    }

    @Override
    public synchronized boolean delete(Long key) {
        boolean was = contains(key);
        until.remove(key);
        return was;
    }

    @Override
    public synchronized boolean replace(Long oldKey, Long newKey) {
        return contains(oldKey) && !contains(newKey) && delete(oldKey) && insert(newKey);
    }

    @Override
    public long scan(Consumer<? super Long> sink) {
        long handed = 0;
        for (Long key : until.keySet()) {
            if (contains(key)) {
                sink.accept(key);
                handed++;
            }
        }
        return handed;
    }
}
