package dev.bloomery.benchmarks.duel;

/** A contestant whose turn it can be. */
public interface Duellist {

    /** Makes a new filter of these keys; nanoseconds a key. */
    double fill(long[] keys);

    /**
     * Asks the filter for {@code count} keys from {@code keys[from]} on, twice; nanoseconds a key of the second time. The first one
     * brings the filter and the keys back into the caches, as far as these go: others have used them.
     *
     * @param expected so many of them are in; fewer answers of <i>maybe</i> are a fault
     */
    double ask(long[] keys, int from, int count, int expected);

    /** Whether the filter answers many keys in one call. */
    boolean answersBatches();

    /** {@link #ask} with many keys in a call. */
    double askInBatches(long[] keys, int from, int count, int expected);

    double bitsPerKey();
}
