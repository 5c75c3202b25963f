package dev.bloomery.gate;

import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreException.Outcome;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store in memory that can misbehave, and that knows when each of its keys came and went: every change takes the next number of a clock, under the
 * lock of its key.
 */
final class InMemoryStore implements KeyStore<Long> {
    /** When a key came (even places) and went (odd ones). */
    private static final class History {
        private final List<Long> changes = new ArrayList<>();

        boolean isPresent() {
            return changes.size() % 2 == 1;
        }
    }

    private final AtomicLong clock = new AtomicLong();
    private final ConcurrentHashMap<Long, History> histories = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<BooleanSupplier> late = new ConcurrentLinkedQueue<>();
    private volatile int failsOneIn;
    private volatile boolean down;
    private volatile @Nullable Supplier<? extends Throwable> scanFailure;
    final LongAdder lookups = new LongAdder();
    final LongAdder calls = new LongAdder();
    final LongAdder scans = new LongAdder();

    /** From now on one call of so many fails, in one way or another; 0: none. */
    void failOneIn(int calls) {
        failsOneIn = calls;
    }

    /** Whether every call fails. */
    void setDown(boolean down) {
        this.down = down;
    }

    /** From now on every scan throws this, before its first key; null: none does. */
    void failScansWith(@Nullable Supplier<? extends Throwable> failure) {
        scanFailure = failure;
    }

    private void failScan() {
        Supplier<? extends Throwable> failure = scanFailure;
        Throwable problem = failure == null ? null : failure.get();
        if (problem instanceof RuntimeException exception) {
            throw exception;
        }
        if (problem instanceof Error error) {
            throw error;
        }
    }

    long now() {
        return clock.get();
    }

    /**
     * Whether an answer is right: the key was like that at some moment between two numbers of the clock, read before the question and after the
     * answer.
     */
    boolean isRight(Long key, boolean answer, long begin, long end) {
        History history = histories.get(key);
        if (history == null) {
            return !answer;
        }
        synchronized (history) {
            int before = 0;
            for (int i = history.changes.size() - 1; i >= 0; i--) {
                long changed = history.changes.get(i);
                if (changed > begin && changed <= end) {
                    return true; // it was both
                }
                if (changed <= begin) {
                    before = i + 1;
                    break;
                }
            }
            return answer == (before % 2 == 1);
        }
    }

    private History history(Long key) {
        return histories.computeIfAbsent(key, k -> new History());
    }

    private boolean set(Long key, boolean present) {
        History history = history(key);
        synchronized (history) {
            if (history.isPresent() == present) {
                return false;
            }
            history.changes.add(clock.incrementAndGet());
            return true;
        }
    }

    private boolean fails() {
        if (down) {
            throw new StoreException("the store is down", null, Outcome.NOT_DONE);
        }
        int oneIn = failsOneIn;
        return oneIn > 0 && ThreadLocalRandom.current().nextInt(oneIn) == 0;
    }

    private boolean write(BooleanSupplier effect) {
        if (!fails()) {
            return effect.getAsBoolean();
        }
        switch (ThreadLocalRandom.current().nextInt(4)) {
            case 0 -> throw new StoreException("refused", null, Outcome.NOT_DONE);
            case 1 -> throw new StoreException("cut off before it was done", null);
            case 2 -> {
                boolean unused = effect.getAsBoolean();
                throw new IllegalStateException("cut off when it was done");
            }
            default -> {
                late.add(effect);
                throw new StoreException("cut off; it may be done later", null);
            }
        }
    }

    /** One of the writes that were cut off is done now. */
    void endLate() {
        BooleanSupplier effect = late.poll();
        if (effect != null) {
            boolean unused = effect.getAsBoolean();
        }
    }

    @Override
    public boolean contains(Long key) {
        calls.increment();
        lookups.increment();
        if (fails()) {
            throw new StoreException("the store could not be asked", null);
        }
        return isPresent(key);
    }

    private boolean isPresent(Long key) {
        History history = histories.get(key);
        if (history == null) {
            return false;
        }
        synchronized (history) {
            return history.isPresent();
        }
    }

    @Override
    public Set<Long> containsWhich(Collection<? extends Long> keys) {
        calls.increment();
        lookups.add(keys.size());
        if (fails()) {
            throw new StoreException("the store could not be asked", null);
        }
        Set<Long> found = new HashSet<>();
        for (Long key : keys) {
            if (isPresent(key)) {
                found.add(key);
            }
        }
        return found;
    }

    @Override
    public boolean insert(Long key) {
        return write(() -> set(key, true));
    }

    @Override
    public boolean delete(Long key) {
        return write(() -> set(key, false));
    }

    /** Deletes all of them; whether there was one. */
    boolean deleteAll(Collection<Long> keys) {
        return write(() -> {
            boolean any = false;
            for (Long key : keys) {
                any = set(key, false) || any;
            }
            return any;
        });
    }

    @Override
    public boolean replace(Long oldKey, Long newKey) {
        return write(() -> {
            synchronized (history(Math.min(oldKey, newKey))) {
                synchronized (history(Math.max(oldKey, newKey))) {
                    boolean can = isPresent(oldKey) && !isPresent(newKey);
                    return can && set(newKey, true) && set(oldKey, false);
                }
            }
        });
    }

    /** Without a scan, which tests count. */
    @Override
    public List<Long> sample(int atMost) {
        if (fails()) {
            throw new StoreException("the store could not be asked", null);
        }
        return histories.keySet().stream().filter(this::isPresent).limit(atMost).toList();
    }

    @Override
    public long scan(Consumer<? super Long> sink) {
        scans.increment();
        failScan();
        long handed = 0;
        for (Long key : histories.keySet()) {
            if (isPresent(key)) {
                sink.accept(key);
                handed++;
            }
        }
        if (failsOneIn > 0 && ThreadLocalRandom.current().nextInt(8) == 0) {
            handed++; // cut short: there was one more
        }
        return handed;
    }
}
