package dev.bloomery.interop;

/**
 * The bytes say that they are of a version, or use a hash or an encryption, which this release cannot read.
 */
public final class UnsupportedForeignFilterException extends ForeignFilterException {
    private static final long serialVersionUID = 1;

    /**
     * With a message for the user.
     *
     * @param message what is unknown, what to do
     */
    public UnsupportedForeignFilterException(String message) {
        super(message);
    }
}
