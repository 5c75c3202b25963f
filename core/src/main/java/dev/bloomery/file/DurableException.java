package dev.bloomery.file;

/**
 * The journal of a durable filter could not be written or synced, now or before: the filter is {@link DurableState#FAILED}. Whether the
 * operation that met it is on the disk is not known. The cause is what the disk said first.
 */
public final class DurableException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * With a message and the cause.
     *
     * @param message which filter, what happened, what to do
     * @param cause what the disk said
     */
    public DurableException(String message, Throwable cause) {
        super(message, cause);
    }
}
