package dev.bloomery.file;

/** It is one of ours, and damaged: cut short, extended, or changed in at least one bit. Nothing of it was loaded. */
public final class DamagedSnapshotException extends SnapshotException {
    private static final long serialVersionUID = 1;

    /**
     * With a message for the user.
     *
     * @param message where, what is wrong, what to do
     */
    public DamagedSnapshotException(String message) {
        super(message);
    }
}
