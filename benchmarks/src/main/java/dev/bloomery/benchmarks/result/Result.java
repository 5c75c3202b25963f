package dev.bloomery.benchmarks.result;

/**
 * One figure of a run: what one operation of one contestant took at one point.
 *
 * @param contestant its name, such as {@code bloomery blocked} or {@code guava}
 * @param keyType {@code long} or {@code url}
 * @param keys how many keys the filter was made for and holds
 * @param askedFpp the FPP that the comparison is made at, such as 0.01
 * @param threads how many threads did the operation at the same time
 * @param operation {@code add}, {@code hit}, {@code miss}, {@code mix}, {@code batch miss}, {@code hash} ...
 * @param nanos nanoseconds an operation and thread: with two threads of perfect scaling it is that of one thread
 * @param error how far the median of the iterations is above {@code nanos}, their lower quartile; of several rounds half the
 *     distance between the extremes
 * @param allocatedBytes bytes allocated an operation
 * @param configuredFpp what the FPP was before the contestant got the bits that it needs for {@code askedFpp}
 * @param configuredBitsPerKey the bits a key that it took then
 * @param measuredFpp what the FPP was in the run
 * @param bitsPerKey the bits a key that it took in the run
 */
public record Result(
        String contestant,
        String keyType,
        long keys,
        double askedFpp,
        int threads,
        String operation,
        double nanos,
        double error,
        double allocatedBytes,
        double configuredFpp,
        double configuredBitsPerKey,
        double measuredFpp,
        double bitsPerKey) {}
