package dev.bloomery.file;

/** The seed given is not that of the filter, or none was given and the snapshot was written without. */
public final class WrongSecretException extends SnapshotException {
    private static final long serialVersionUID = 1;

    /**
     * With a message for the user.
     *
     * @param message where, what is wrong, what to do
     */
    public WrongSecretException(String message) {
        super(message);
    }
}
