package dev.bloomery.gate;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** One question to the store that is on its way; those who ask the same meanwhile wait for it. */
final class Flight<V> {
    private final long changes;
    private final CompletableFuture<Optional<V>> answer = new CompletableFuture<>();

    /** @param changes what {@link Core#changesIfQuiet} said before it left */
    Flight(long changes) {
        this.changes = changes;
    }

    /** Whether nothing can have happened to the key between the start and the moment at which somebody read this number of changes. */
    boolean nothingHappenedUntil(long laterChanges) {
        return changes != KeyStripes.BUSY && changes == laterChanges;
    }

    void land(Optional<V> found) {
        answer.complete(found);
    }

    void crash(Throwable failure) {
        answer.completeExceptionally(failure);
    }

    boolean hasLanded() {
        return answer.isDone();
    }

    boolean hasCrashed() {
        return answer.isCompletedExceptionally();
    }

    void await() {
        answer.exceptionally(failed -> Optional.empty()).join();
    }

    /** The answer of a flight that has landed and has not crashed. */
    Optional<V> found() {
        return answer.join();
    }

    /** Why it crashed. */
    @Nullable
    Throwable failure() {
        try {
            Optional<V> unused = answer.join();
            return null;
        } catch (CompletionException failed) {
            return failed.getCause();
        }
    }
}
