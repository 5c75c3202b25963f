package dev.bloomery.capacity;

/** The filter does not take the key: it is at its limit and was told to reject then, or it has no room. Nothing was changed. */
public final class FilterFullException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * With a message.
     *
     * @param message what is full, and what to do
     */
    public FilterFullException(String message) {
        super(message);
    }
}
