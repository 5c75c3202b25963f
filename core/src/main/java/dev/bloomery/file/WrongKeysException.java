package dev.bloomery.file;

/**
 * The filter was written with another encoder than the one given: of another name, of other bytes for the same samples, or of longs for bytes. Its
 * keys would be missed.
 */
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
