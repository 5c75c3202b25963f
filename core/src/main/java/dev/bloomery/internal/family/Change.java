package dev.bloomery.internal.family;

/** What adding a key did. */
public enum Change {
    ADDED,

    /** It tests maybe: nothing was changed. */
    KNOWN,

    /** Of the owner nothing is known, so each of its keys tests maybe: nothing was changed. */
    UNKNOWN,

    /** The memory budget has no room for it: nothing was changed. */
    NO_MEMORY,

    /** An owner cannot have so many keys: nothing was changed. */
    OWNER_FULL
}
