package dev.bloomery.file;

/**
 * Its checksums are right, but what it says is against the rules of the format or unknown to this release: it was not damaged, it was written
 * like that. {@code docs/format.md} has the rules, for programs that write such files. Nothing of it was loaded.
 */
public final class InvalidSnapshotException extends SnapshotException {
    private static final long serialVersionUID = 1;

    /**
     * With a message for the user.
     *
     * @param message where, what is wrong, what to do
     */
    public InvalidSnapshotException(String message) {
        super(message);
    }
}
