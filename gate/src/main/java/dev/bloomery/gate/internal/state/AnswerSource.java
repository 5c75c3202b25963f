package dev.bloomery.gate.internal.state;

import dev.bloomery.gate.store.StoreException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Where lookups get their answers when the filter cannot give them: one question for a key at a time.
 *
 * <p>Whatever keeps a lookup from its answer is a {@link StoreException}, whether it asked itself or waited for another that did: what the store threw, an interrupt
 * or a time that was too long is the cause. Only an {@link Error} goes on as it is, and only in the thread that it happened in: those who wait ask for themselves.
 */
public abstract class AnswerSource<K, V> {
    /** The keys that a batch asks for, of whom, and the batch that it was begun in. */
    private record Batch(
            AnswerSource<?, ?> asked,
            List<?> keys,
            @Nullable Batch outer) {}

    private static final ThreadLocal<@Nullable Batch> BATCH = new ThreadLocal<>();

    private final Flights<V> flights;
    private final long longestWaitNanos;

    /** @param longestWaitNanos how long a lookup waits for the question of another */
    public AnswerSource(Flights<V> flights, long longestWaitNanos) {
        this.flights = flights;
        this.longestWaitNanos = longestWaitNanos;
    }

    /** Asks the store. */
    public abstract Optional<V> ask(K key);

    /** Asks the store once for all; those that are there. */
    public abstract Map<K, V> askAll(Collection<K> keys);

    /**
     * A question that is going to be asked.
     *
     * @param changes what {@link GateCore#changesIfQuiet} said before
     */
    public Flight<V> flight(K key, long changes) {
        return flights.flight(key, changes);
    }

    /** The flight for the key that is on its way, or this one from now on. */
    public Flight<V> joinOrStart(K key, Flight<V> own) {
        return HeldKeys.canHold(key) ? flights.joinOrStart(own) : own;
    }

    /** Nobody joins this flight any more, which was started; whether somebody has, and must be told. */
    public boolean end(K key, Flight<V> flight) {
        return HeldKeys.canHold(key) && flights.end(flight);
    }

    /**
     * {@link #askAll}, unless this thread is already fetching one of these keys alone, or all of them at once: that would not end.
     *
     * @throws IllegalStateException if it is
     * @throws StoreException if the store failed
     */
    public final Map<K, V> askAllOnce(List<K> keys) {
        Batch outer = BATCH.get();
        requireNotFetched(keys, outer);
        BATCH.set(new Batch(this, keys, outer));
        try {
            return askAll(keys);
        } catch (Throwable problem) { // a checked one, too: some languages do not check
            throw failed(problem);
        } finally {
            if (outer == null) {
                BATCH.remove();
            } else {
                BATCH.set(outer);
            }
        }
    }

    private void requireNotFetched(List<K> keys, @Nullable Batch outer) {
        boolean fetched = false;
        for (K key : keys) {
            fetched |= flights.isStartedBy(Thread.currentThread(), key);
        }
        for (Batch at = outer; at != null; at = at.outer) {
            fetched |= at.asked == this && at.keys.size() == keys.size() && new HashSet<>(at.keys).containsAll(keys);
        }
        if (fetched) {
            throw FlightWaits.forItself();
        }
    }

    /**
     * Waits for the question of another lookup.
     *
     * @param alreadyNanos for how long this lookup has waited before
     * @throws StoreException if it was interrupted, or has waited too long
     * @throws IllegalStateException if it would wait for itself
     */
    public final void await(Flight<V> joined, long alreadyNanos) {
        try {
            flights.await(joined, longestWaitNanos - alreadyNanos);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new StoreException(
                    "the thread was interrupted while it waited for another lookup of the same key", interrupted);
        } catch (TimeoutException tooLong) {
            throw new StoreException(
                    "another lookup asks for the same key, and has no answer after " + longestWaitNanos / 1_000_000
                            + " ms; see whether the store is slow, or give the gate a longer longestWait(...)",
                    tooLong);
        }
    }

    /**
     * What a lookup that has asked the store throws, if the store threw this.
     *
     * @throws Error if it is one
     */
    public static StoreException failed(Throwable problem) {
        if (problem instanceof Error error) {
            throw error;
        }
        if (problem instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        return problem instanceof StoreException known ? known : causedBy(problem);
    }

    /** What a lookup throws that has waited for one which failed like this: the same, but for the stack trace. */
    public static StoreException failedElsewhere(Throwable problem) {
        if (!(problem instanceof StoreException there)) {
            return causedBy(problem);
        }
        StoreException here = new StoreException(
                Objects.requireNonNullElse(there.getMessage(), ""), there.getCause(), there.outcome());
        here.addSuppressed(there);
        return here;
    }

    private static StoreException causedBy(Throwable problem) {
        return new StoreException("the store, or the loader, failed when it was asked; see the cause", problem);
    }
}
