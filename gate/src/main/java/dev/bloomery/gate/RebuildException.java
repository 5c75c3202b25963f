package dev.bloomery.gate;

/** A rebuild was given up. The gate answers as before: from the filter that it had, or from the store alone if it had none. */
public final class RebuildException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * With a message.
     *
     * @param message why, and what to do
     */
    public RebuildException(String message) {
        super(message);
    }
}
