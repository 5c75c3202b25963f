package dev.bloomery.family;

/** What a {@link FilterFamily} knows of a key of an owner. */
public enum FamilyAnswer {
    /** The owner does not have the key, for certain. */
    NO,

    /** The owner has the key, or it is a false positive. */
    MAYBE,

    /** What the owner had may have been lost, so nothing can be said: take it for <i>maybe</i> and ask the store. */
    UNKNOWN
}
