package dev.bloomery.gate.internal.state;

import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/** One question to the store that is on its way; those who ask the same meanwhile wait for it. */
public class Flight<V> extends Flights.Listed<V> {
    @SuppressWarnings("rawtypes")
    private static final AtomicReferenceFieldUpdater<Flight, CompletableFuture> ANSWER =
            AtomicReferenceFieldUpdater.newUpdater(Flight.class, CompletableFuture.class, "answer");

    private final long changes;
    private final Thread startedBy = Thread.currentThread();
    /** Made for the first who waits; most flights have nobody. */
    private volatile @Nullable CompletableFuture<Optional<V>> answer;

    /** @param changes what {@link GateCore#changesIfQuiet} said before it left */
    public Flight(Object key, long changes) {
        super(key);
        this.changes = changes;
    }

    /**
     * Whether the answer of this flight, which has landed, is one for a lookup that came when it was on its way already, and then read this number of changes: it is
     * <i>present</i>, and nothing can have happened to the key since the flight left.
     */
    public boolean answersLookupAt(long laterChanges) {
        return found().isPresent() && changes != KeyStripes.BUSY && changes == laterChanges;
    }

    /** Somebody is going to wait. Must be said before the flight is told so, by {@link Flights#joinOrStart}. */
    public void expect() {
        if (answer == null) {
            boolean unused = ANSWER.compareAndSet(this, null, new CompletableFuture<>());
        }
    }

    private CompletableFuture<Optional<V>> expected() {
        CompletableFuture<Optional<V>> made = answer;
        if (made == null) {
            throw new IllegalStateException("nobody waits for this flight");
        }
        return made;
    }

    public void land(Optional<V> found) {
        expected().complete(found);
    }

    public void crash(Throwable failure) {
        expected().completeExceptionally(failure);
    }

    public boolean hasLanded() {
        return expected().isDone();
    }

    public boolean hasCrashed() {
        return expected().isCompletedExceptionally();
    }

    /** Who asks the store, if this flight is started. */
    public Thread startedBy() {
        return startedBy;
    }

    /** Waits until it has landed or crashed; see {@link FlightWaits#await}. */
    public void await(long nanos) throws InterruptedException, TimeoutException {
        try {
            Optional<V> unused = expected().get(nanos, TimeUnit.NANOSECONDS);
        } catch (ExecutionException crashed) {
            // whoever waits looks at that next
        }
    }

    /** The answer of a flight that has landed and has not crashed. */
    public Optional<V> found() {
        return expected().join();
    }

    /** Why it crashed. */
    public Throwable failure() {
        try {
            Optional<V> unused = expected().join();
            throw new IllegalStateException("the flight has not crashed");
        } catch (CompletionException failed) {
            return Objects.requireNonNull(failed.getCause(), "a crash has a cause");
        }
    }
}
