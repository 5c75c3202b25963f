package dev.bloomery;

/** What became of a {@link AddableFilter#tryAdd}. */
public enum AddResult {
    /** The key is in; it was certainly not before. */
    ADDED,
    /** The key tested <i>maybe</i> before and still does; a filter that counts copies has one more. */
    MAYBE_PRESENT,
    /** The filter takes no new keys; nothing was changed. */
    FULL,
    /**
     * The filter has as many copies of the key as it can hold, or of others that look alike; nothing was changed, and the key tests
     * <i>maybe</i>.
     */
    TOO_MANY_COPIES
}
