package dev.bloomery.capacity;

import dev.bloomery.BloomBuilder;

/**
 * What a filter does when it has as many keys as it was made for. (A filter that shall grow then is another kind:
 * {@link BloomBuilder#growing}.)
 */
public enum CapacityPolicy {
    /** Takes more keys, at a rising FPP, and logs a warning when that has passed the target for certain. */
    WARN,

    /**
     * Refuses new keys with a {@link FilterFullException} once the filter has as many as it was made for; keys that test
     * <i>maybe</i> are still taken. <b>The filter takes at least {@code capacity} distinct keys</b>: it refuses none as long as it has fewer,
     * but for a chance of one in 10^12 each time it is filled. (A cuckoo filter may have no room for the last of them: see there.)
     *
     * <p>It may take some more. What a Bloom filter counts are keys that were new when they came; keys that looked present by chance are not
     * counted. It is full when the count is the capacity, or more than so many keys can reach by chance. A counting filter is judged by how many of its
     * counters are in use, which says less; so is a Bloom filter that was merged, folded or converted, by the bits that it had then. This
     * is how many keys more than the capacity it takes at most, in percent of it: the mean of many filters and six standard deviations.
     *
     * <pre>
     *                        FPP 0.1 %    1 %     10 %    50 %
     * Bloom,      1,000          0.5      1.5        7      40
     * Bloom,     10,000          0.1      0.5        4      14
     * Bloom,    100,000          0.1      0.3      1.5       5
     * counting,   1,000           12       15       22      37
     * counting,  10,000          3.5        4        6      12
     * counting, 100,000            1      1.3        2     3.5
     * </pre>
     *
     * <p>Above an FPP of 50 % it may be far more, because hardly any key is new then. Keys are counted in stripes, so up to a thousandth of the capacity,
     * and one for each thread that is adding at that moment, may come on top. A windowed filter refuses when it remembers
     * {@code keysPerWindow * (1 + 1 / slices)} keys, which is what it keeps at the FPP; a scalable one when it has the keys of all its slices
     * and may not grow.
     */
    REJECT
}
