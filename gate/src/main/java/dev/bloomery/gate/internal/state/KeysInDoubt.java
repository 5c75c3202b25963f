package dev.bloomery.gate.internal.state;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;

/**
 * Keys of writes of which nobody knows whether they were done, or will be.
 *
 * <ol>
 *   <li>Every new generation gets them, once each.
 *   <li>While a key is here no delete takes it out of a filter: two writes may be in doubt that share one copy.
 *   <li>While it is here nothing is remembered or shared of it: it may appear or vanish without a write that is seen.
 *   <li>It leaves when all writes that were in doubt have ended. A doubt that came after a write began is not settled by that write.
 *   <li>It leaves <i>by proof</i>, when a later write shows that, or <i>by word</i>, when somebody says so. A
 *       word may come while a delete is on its way that has found its
 *       row before a write in doubt took effect. Such a delete must not take the copy that this row needs, so
 *       {@link #words} counts the words, and a delete takes
 *       nothing out if one was given since it began.
 *   <li>The time of a doubt is read when it is noted, which is after the call of the write returned. A key
 *       with several doubts has the time of the last.
 * </ol>
 */
public class KeysInDoubt<K> {
    /**
     * The last doubt of a key.
     *
     * @param number its number, of all doubts so far
     * @param nanos when it was noted
     */
    public record Doubt(long number, long nanos) {}

    /** A key that cannot be compared, with the only doubt that belongs to it. */
    private record Incomparable<K>(K key, Doubt doubt) {}

    private final ConcurrentHashMap<K, Doubt> doubts = new ConcurrentHashMap<>();
    private final List<Incomparable<K>> incomparable = new CopyOnWriteArrayList<>();

    private final AtomicLong last = new AtomicLong();
    private final AtomicLong words = new AtomicLong();
    private final LongSupplier nanoTime;

    /** @param nanoTime the clock */
    public KeysInDoubt(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    public void add(K key) {
        if (!HeldKeys.canHold(key)) {
            incomparable.add(new Incomparable<>(key, next()));
            return;
        }
        doubts.compute(key, (same, before) -> next());
    }

    private Doubt next() {
        return new Doubt(last.incrementAndGet(), nanoTime.getAsLong());
    }

    /** The number of the last doubt so far: what a write that begins now can settle. */
    public long last() {
        return last.get();
    }

    /**
     * The doubts of the key up to this number have ended, as a write shows that began when there were so
     * many.
     */
    public void settle(K key, long upTo) {
        if (!doubts.isEmpty()) {
            boolean unused = remove(key, upTo);
        }
    }

    private boolean remove(K key, long upTo) {
        boolean[] removed = {false};
        Doubt unused = doubts.computeIfPresent(key, (same, doubt) -> {
            removed[0] = doubt.number <= upTo;
            return removed[0] ? null : doubt;
        });
        return removed[0];
    }

    /** All doubts of the key so far have ended: somebody says so. */
    public void settle(K key) {
        boolean unused = settleByWord(key, last());
    }

    /**
     * The doubts of the key up to this number have ended: somebody says so. Whether there were some, and
     * there are no others.
     */
    public boolean settleByWord(K key, long upTo) {
        long unused = words.incrementAndGet(); // before the key leaves: who finds it gone finds the word given
        if (HeldKeys.canHold(key)) {
            return remove(key, upTo);
        }
        return incomparable.removeIf(each -> each.key == key && each.doubt.number <= upTo);
    }

    /**
     * How often somebody has said that doubts have ended. To be read before a write begins, and again after
     * {@link #contains}.
     */
    public long words() {
        return words.get();
    }

    /** Hands over every key, with its last doubt. */
    public void forEach(BiConsumer<K, Doubt> action) {
        doubts.forEach(action);
        incomparable.forEach(each -> action.accept(each.key, each.doubt));
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
        incomparable.forEach(each -> all.add(each.key));
        return all;
    }

    public boolean isEmpty() {
        return doubts.isEmpty() && incomparable.isEmpty();
    }

    public int size() {
        return doubts.size() + incomparable.size();
    }
}
