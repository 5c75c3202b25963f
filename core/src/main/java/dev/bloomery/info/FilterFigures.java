package dev.bloomery.info;

/**
 * How large and how full a filter was at one moment, whatever system it comes from. Filters of this library say more: {@link FilterInfo} has
 * their plan.
 */
public interface FilterFigures {

    /**
     * The kind of the filter in one word, as in the text form of a plan or as the other system calls it.
     *
     * @return for example {@code bloom} or {@code guava}
     */
    String kindName();

    /**
     * The number of distinct keys up to which the FPP promise holds. A filter of another system that does not keep this number
     * says how many keys fill half of its bits.
     *
     * @return the capacity
     */
    long capacity();

    /**
     * The FPP at {@link #capacity}.
     *
     * @return a probability
     */
    double targetFpp();

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
