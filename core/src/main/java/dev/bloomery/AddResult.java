package dev.bloomery;

/** What became of a {@link AddableFilter#tryAdd}. */
public enum AddResult {
    /** The key is in; it was certainly not before. */
    ADDED,
    /** The key tested <i>maybe</i> before and still does. */
    MAYBE_PRESENT,
    /** The filter takes no new keys; nothing was changed. */
    FULL
}
