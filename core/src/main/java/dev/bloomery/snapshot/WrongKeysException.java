package dev.bloomery.snapshot;

/** The filter has keys of another sort than the encoder makes: longs, and not bytes, or the other way round. */
public final class WrongKeysException extends SnapshotException {
    private static final long serialVersionUID = 1;

    /**
     * With a message for the user.
     *
     * @param message where, what is wrong, what to do
     */
    public WrongKeysException(String message) {
        super(message);
    }
}
