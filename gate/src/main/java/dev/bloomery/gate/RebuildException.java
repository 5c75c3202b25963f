package dev.bloomery.gate;

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

    private RebuildException(String message, @Nullable Throwable cause, boolean lasting) {
        super(message, cause);
        this.lasting = lasting;
    }

    /** For what fails again unless somebody does something about it. */
    static RebuildException lasting(String message) {
        return new RebuildException(message, null, true);
    }

    boolean isLasting() {
        return lasting;
    }

    /** For listeners, who take exceptions only. */
    static RebuildException by(Error error) {
        return new RebuildException(
                "the rebuild was ended by an Error, see the cause; the gate is as before", error, false);
    }
}
