package dev.bloomery.redis;

/** What a {@link SharedFilter} says of a key. */
public enum SharedAnswer {
    /** The key was not added. {@link Consistency} says which adds this takes into account. */
    NO,
    /** The key was added, or looks as if it had been: with the FPP of the filter. */
    MAYBE,
    /** This process cannot say no, because it does not know everything at present. {@link SharedFilter#state} says why. */
    UNKNOWN
}
