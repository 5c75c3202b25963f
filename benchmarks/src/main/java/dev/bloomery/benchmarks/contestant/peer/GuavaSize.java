package dev.bloomery.benchmarks.contestant.peer;

/** The size of Guava's Bloom filter: the textbook formula, in whole words. Its {@code bitSize} is not public. */
final class GuavaSize {
    private GuavaSize() {}

    static long inBits(long capacity, double fpp) {
        long bits = (long) (-capacity * Math.log(fpp) / (Math.log(2) * Math.log(2)));
        return (bits + 63) / 64 * 64;
    }
}
