package dev.bloomery.internal.journal;

/** Takes the operations of a journal, in the order in which they happened. */
public interface Operations {
    /** Adds {@code hashes[0 .. count)}; the array is used again. */
    void add(long[] hashes, int count);

    /** Removes {@code hashes[0 .. count)}; the array is used again. */
    void remove(long[] hashes, int count);

    void clear();

    /** Those that follow happened at this time, in milliseconds since 1970. Only filters that forget say so. */
    void time(long millis);
}
