package dev.bloomery.file;

/** It says that it has more bytes than the reader was told to take. Nothing of its body was read. */
public final class SnapshotTooLongException extends SnapshotException {
    private static final long serialVersionUID = 1;

    /**
     * With a message for the user.
     *
     * @param message where, what is wrong, what to do
     */
    public SnapshotTooLongException(String message) {
        super(message);
    }
}
