package dev.bloomery.interop;

import dev.bloomery.info.FilterFigures;
import java.util.Locale;
import java.util.Objects;

/**
 * What a filter of another system is and how full it was at one moment.
 *
 * @param kindName the system, for example {@code guava}
 * @param description how it lies in memory, in some words
 * @param sizeInBits bits of the filter
 * @param setBits bits that are 1
 * @param capacity distinct keys that fill it as it was meant; where the system does not keep that, those
 *     that fill half of the bits
 * @param targetFpp the FPP at the capacity
 * @param insertions keys as the system counts them; where it does not count, {@code approximateDistinct}
 * @param approximateDistinct the number of distinct keys, estimated from the set bits
 * @param memoryBytes bytes of the bits in memory
 * @param currentFpp the FPP computed from the bits as they are
 */
public record ForeignInfo(
        String kindName,
        String description,
        long sizeInBits,
        long setBits,
        long capacity,
        double targetFpp,
        long insertions,
        long approximateDistinct,
        long memoryBytes,
        double currentFpp)
        implements FilterFigures {

    /** Refuses null. */
    public ForeignInfo {
        Objects.requireNonNull(kindName, "kindName");
        Objects.requireNonNull(description, "description");
    }

    @Override
    public double fillRatio() {
        return sizeInBits == 0 ? 0 : (double) setBits / sizeInBits;
    }

    /** By the bits, as {@link #currentFpp}: other systems do not say for how many keys they were made. */
    @Override
    public double expectedFpp() {
        return currentFpp;
    }

    /** Several lines, fit to print. */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                """
                %s filter, %s
                capacity      %,d keys at FPP %.3g
                keys          %,d (about %,d distinct keys by the fill)
                fill          %.1f %% (%,d of %,d bits set)
                FPP           %.3g by the bits
                memory        %,d bytes""",
                kindName,
                description,
                capacity,
                targetFpp,
                insertions,
                approximateDistinct,
                100 * fillRatio(),
                setBits,
                sizeInBits,
                currentFpp,
                memoryBytes);
    }
}
