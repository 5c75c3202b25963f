package dev.bloomery.gate.internal.state;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Keys of writes of which nobody knows whether they were done, or will be.
 *
 * <ol>
 *   <li>Every new generation gets them, once each.
 *   <li>While a key is here no delete takes it out of a filter: two writes may be in doubt that share one copy.
 *   <li>While it is here nothing is remembered or shared of it: it may appear or vanish without a write that is seen.
 *   <li>It leaves when all writes that were in doubt have ended. A doubt that came after a write began is not settled by that write.
 * </ol>
 */
public class KeysInDoubt<K> {
    /** The number of the last doubt of each key. */
    private final ConcurrentHashMap<K, Long> doubts = new ConcurrentHashMap<>();
    /** Keys that cannot be compared; they stay. */
    private final List<K> incomparable = new CopyOnWriteArrayList<>();

    private final AtomicLong last = new AtomicLong();

    public void add(K key) {
        if (!HeldKeys.canHold(key)) {
            incomparable.add(key);
            return;
        }
        doubts.compute(key, (same, before) -> last.incrementAndGet());
    }

    /** The number of the last doubt so far: what a write that begins now can settle. */
    public long last() {
        return last.get();
    }

    /** The doubts of the key up to this number have ended. */
    public void settle(K key, long upTo) {
        if (!doubts.isEmpty()) {
            doubts.computeIfPresent(key, (same, number) -> number <= upTo ? null : number);
        }
    }

    /** All doubts of the key so far have ended. */
    public void settle(K key) {
        settle(key, last());
    }

    /** Whether a write of the key is in doubt, or may be. */
    public boolean contains(K key) {
        return doubts.containsKey(key) || (!incomparable.isEmpty() && !HeldKeys.canHold(key));
    }

    /** Those that can be compared. */
    public Set<K> comparable() {
        return Set.copyOf(doubts.keySet());
    }

    public Iterable<K> all() {
        List<K> all = new ArrayList<>(doubts.keySet());
        all.addAll(incomparable);
        return all;
    }

    public int size() {
        return doubts.size() + incomparable.size();
    }
}
