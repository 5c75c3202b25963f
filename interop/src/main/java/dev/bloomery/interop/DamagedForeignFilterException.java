package dev.bloomery.interop;

/**
 * The bytes are no filter of that system, or one that is cut short, extended or changed. The formats of most
 * systems have no checksum: a changed bit of a filter is seen only where it makes a number impossible.
 */
public final class DamagedForeignFilterException extends ForeignFilterException {
    private static final long serialVersionUID = 1;

    /**
     * With a message for the user.
     *
     * @param message what is wrong, what to do
     */
    public DamagedForeignFilterException(String message) {
        super(message);
    }
}
