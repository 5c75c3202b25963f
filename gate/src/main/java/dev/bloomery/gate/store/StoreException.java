package dev.bloomery.gate.store;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The store could not be asked, or written. What is known of a write is in {@link #outcome}: a store must say {@link Outcome#UNKNOWN} unless
 * it is sure.
 */
public final class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** What became of a write. */
    public enum Outcome {
        /** It was not done, for certain: rolled back, refused, never sent. */
        NOT_DONE,
        /** It may be done, or be done later: a connection that broke while it committed. */
        UNKNOWN
    }

    private final Outcome outcome;

    /**
     * With an outcome that is not known.
     *
     * @param message what was tried and what went wrong, without keys
     * @param cause what the store threw, if anything
     */
    public StoreException(String message, @Nullable Throwable cause) {
        this(message, cause, Outcome.UNKNOWN);
    }

    /**
     * With an outcome.
     *
     * @param message what was tried and what went wrong, without keys
     * @param cause what the store threw, if anything
     * @param outcome what became of the write, if it was one
     */
    public StoreException(String message, @Nullable Throwable cause, Outcome outcome) {
        super(message, cause);
        this.outcome = Objects.requireNonNull(outcome, "outcome");
    }

    /**
     * What became of the write, if it was one.
     *
     * @return the outcome
     */
    public Outcome outcome() {
        return outcome;
    }
}
