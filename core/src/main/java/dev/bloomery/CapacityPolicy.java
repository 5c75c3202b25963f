package dev.bloomery;

/**
 * What a filter does when it has as many keys as it was made for. (A filter that shall grow then is another kind:
 * {@link BloomBuilder#growing}.)
 */
public enum CapacityPolicy {
    /** Takes more keys, at a rising FPP, and logs a warning when that passes the target. */
    WARN,

    /**
     * Refuses new keys with a {@link FilterFullException} once the filter has as many as it was made for; keys that test
     * <i>maybe</i> are still taken. What is counted are keys that were new when they came, and compared with how many of
     * {@code capacity} keys that is on average (a filter that can remove is judged by its fill). They are counted in stripes,
     * so up to a thousandth of the capacity, and one for each thread that is adding at that moment, may go over it.
     */
    REJECT
}
