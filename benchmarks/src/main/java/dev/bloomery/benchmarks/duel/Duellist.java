package dev.bloomery.benchmarks.duel;

/** A contestant whose turn it can be. */
public interface Duellist {

    /** Makes a new filter of these keys; nanoseconds a key. */
    double fill(long[] keys);

    /**
     * Asks the filter for {@code count} keys from {@code keys[from]} on; nanoseconds a key.
     *
     * @param expected so many of them are in; fewer answers of <i>maybe</i> are a fault
     */
    double ask(long[] keys, int from, int count, int expected);

    double bitsPerKey();
}
