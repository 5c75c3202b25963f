package dev.bloomery.plan;

/**
 * About what a query of a filter takes, by its memory and the cache lines that it reads.
 *
 * <p>Fitted to docs/benchmarks.md and docs/adr/0013 (one virtual machine, long keys): at a million keys 7 ns for one line (blocked) and 20
 * for seven (classic), at a hundred million 50 to 70 and 200; there fuse takes 108 for its three, and cuckoo 70 to 90 for two at ten million.
 * Reads of one query overlap, so a line costs less than the latency of memory. Beside a store that takes microseconds all that hardly counts.
 */
final class QueryTime {
    /** What the caches of a core and its neighbours keep. */
    private static final long CACHED_BYTES = 8 << 20;

    private static final double HASH_NANOS = 5;
    private static final double CACHED_LINE_NANOS = 2;
    private static final double MEMORY_NANOS = 30;
    private static final double MEMORY_LINE_NANOS = 25;

    private QueryTime() {}

    static double nanos(long memoryBytes, int cacheLines) {
        return memoryBytes <= CACHED_BYTES
                ? HASH_NANOS + cacheLines * CACHED_LINE_NANOS
                : MEMORY_NANOS + cacheLines * MEMORY_LINE_NANOS;
    }
}
