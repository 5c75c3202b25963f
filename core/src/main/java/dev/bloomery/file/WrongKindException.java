package dev.bloomery.file;

/** It is a sound snapshot of another kind of filter than the one asked for. */
public final class WrongKindException extends SnapshotException {
    private static final long serialVersionUID = 1;

    /**
     * With a message for the user.
     *
     * @param message where, what is wrong, what to do
     */
    public WrongKindException(String message) {
        super(message);
    }
}
