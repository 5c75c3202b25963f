package dev.bloomery;

/**
 * What a filter does when it has as many keys as it was made for. (A filter that shall grow then is another kind:
 * {@link BloomBuilder#growing}.)
 */
public enum CapacityPolicy {
    /** Takes more keys, at a rising FPP, and logs a warning when that passes the target. */
    WARN,

    /**
     * Refuses new keys with a {@link FilterFullException}; keys that test <i>maybe</i> are still taken. Keys are counted in stripes, so up to a thousandth of the capacity, and one for each thread that is adding at
     * that moment, may go over it. With a single writer it is exact.
     */
    REJECT
}
