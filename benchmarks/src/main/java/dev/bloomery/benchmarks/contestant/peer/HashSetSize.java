package dev.bloomery.benchmarks.contestant.peer;

/**
 * The heap that a {@code HashSet} takes, by the layout of objects of a 64-bit JVM with compressed references: an entry has 32
 * bytes, and the table is a power of two of references of 4 bytes.
 */
final class HashSetSize {
    private static final double LOAD = 0.75;
    private static final int BYTES_OF_ENTRY = 32;
    private static final int BYTES_OF_REFERENCE = 4;

    private HashSetSize() {}

    /** So that the table never grows. */
    static int initialCapacity(long keys) {
        return Math.toIntExact((long) (keys / LOAD) + 1);
    }

    static long inBits(long keys, int bytesOfKey) {
        long table = Long.highestOneBit(Math.max(1, initialCapacity(keys) - 1)) * 2;
        return 8 * (keys * (BYTES_OF_ENTRY + bytesOfKey) + table * BYTES_OF_REFERENCE);
    }
}
