package dev.bloomery.info;

import dev.bloomery.spec.FilterSpec;

/** What a filter is and how full it was at one moment. */
public interface FilterInfo {

    /**
     * The plan the filter was built from, in full.
     *
     * @return the spec, without the secret seed
     */
    FilterSpec spec();

    /**
     * The number of distinct keys up to which the FPP promise holds.
     *
     * @return the capacity
     */
    default long capacity() {
        return spec().capacity();
    }

    /**
     * The FPP that was asked for.
     *
     * @return a probability
     */
    default double targetFpp() {
        return spec().targetFpp();
    }

    /**
     * Adds that returned true. Repeated keys do not count; a new key that tested <i>maybe</i> by chance does not either.
     * After a merge, and for filters that can remove, it is an estimate.
     *
     * @return the count
     */
    long insertions();

    /**
     * The number of distinct keys, estimated from how full the filter is.
     *
     * @return the estimate; for a filter that is completely full, a number that was reached at least
     */
    long approximateDistinct();

    /**
     * The share of the filter that is taken.
     *
     * @return from 0 to 1
     */
    double fillRatio();

    /**
     * Bytes of memory that the keys take up.
     *
     * @return the bytes
     */
    long memoryBytes();

    /**
     * The FPP by formula for this many insertions.
     *
     * @return a probability
     */
    double expectedFpp();

    /**
     * The FPP computed from the filter as it is, whatever was added.
     *
     * @return a probability
     */
    double currentFpp();
}
