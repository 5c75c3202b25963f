package dev.bloomery.file;

/** It was written in a later version of the format, which this release does not know. */
public final class SnapshotTooNewException extends SnapshotException {
    private static final long serialVersionUID = 1;

    /**
     * With a message for the user.
     *
     * @param message where, what is wrong, what to do
     */
    public SnapshotTooNewException(String message) {
        super(message);
    }
}
