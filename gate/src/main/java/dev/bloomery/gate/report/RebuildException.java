package dev.bloomery.gate.report;

import org.jspecify.annotations.Nullable;

/** A rebuild was given up. The gate answers as before: from the filter that it had, or from the store alone if it had none. */
public final class RebuildException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final boolean lasting;

    /**
     * With a message.
     *
     * @param message why, and what to do
     */
    public RebuildException(String message) {
        this(message, null, false);
    }

    /**
     * With a message and a cause.
     *
     * @param message why, and what to do
     * @param cause what ended the rebuild
     */
    public RebuildException(String message, Throwable cause) {
        this(message, cause, false);
    }

    private RebuildException(String message, @Nullable Throwable cause, boolean lasting) {
        super(message, cause);
        this.lasting = lasting;
    }

    /**
     * For a rebuild that fails again unless something is changed.
     *
     * @param message why, and what to do
     * @return the exception, of which {@link #isLasting} is true
     */
    public static RebuildException lasting(String message) {
        return new RebuildException(message, null, true);
    }

    /**
     * Whether another try fails as well unless something is changed, for example because the filter is too small for the store.
     *
     * @return true: it does
     */
    public boolean isLasting() {
        return lasting;
    }
}
