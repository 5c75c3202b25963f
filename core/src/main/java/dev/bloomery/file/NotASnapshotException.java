package dev.bloomery.file;

/** It is no snapshot of a filter, whatever else it may be. */
public final class NotASnapshotException extends SnapshotException {
    private static final long serialVersionUID = 1;

    /**
     * With a message for the user.
     *
     * @param message where, what is wrong, what to do
     */
    public NotASnapshotException(String message) {
        super(message);
    }
}
