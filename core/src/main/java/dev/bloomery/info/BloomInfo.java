package dev.bloomery.info;

import dev.bloomery.internal.check.Figures;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.Layout;
import java.util.Locale;

/**
 * What a Bloom filter is and how full it was at one moment.
 *
 * @param spec the plan it was built from, settled
 * @param insertions adds that returned true
 * @param approximateDistinct the number of distinct keys, estimated from the set bits
 * @param setBits bits that are 1
 * @param memoryBytes bytes of the bits in memory
 * @param expectedFpp the FPP by formula for this many insertions
 * @param currentFpp the FPP computed from the bits as they are; for layout blocked the mean over the blocks,
 *     for paired the product of the means of its halves
 */
public record BloomInfo(
        BloomSpec spec,
        long insertions,
        long approximateDistinct,
        long setBits,
        long memoryBytes,
        double expectedFpp,
        double currentFpp)
        implements FilterInfo {

    public BloomInfo {
        if (spec.size().isEmpty()) {
            throw new IllegalArgumentException("the spec of a filter has a size; use sized()");
        }
    }

    /**
     * The layout that was asked for, or picked.
     *
     * @return classic, partitioned, blocked or paired
     */
    public Layout layout() {
        return spec.layout();
    }

    /**
     * Bits of the filter, m.
     *
     * @return the bits
     */
    public long sizeInBits() {
        return spec.size().orElseThrow().sizeInBits();
    }

    /**
     * Bits that a key sets, k.
     *
     * @return the probes
     */
    public int probesPerKey() {
        return spec.size().orElseThrow().probesPerKey();
    }

    @Override
    public double fillRatio() {
        return (double) setBits / sizeInBits();
    }

    /** Several lines, fit to print. */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                """
                Bloom filter, %s, %,d bits, k %d, %s
                capacity      %,d keys at FPP %s
                insertions    %,d (about %,d distinct keys by the fill)
                fill          %.1f %% (%,d bits set)
                FPP           %.3g by formula, %.3g by the bits
                memory        %,d bytes""",
                layout().specName(),
                sizeInBits(),
                probesPerKey(),
                spec.hash().specName(),
                capacity(),
                Figures.of(targetFpp()),
                insertions,
                approximateDistinct,
                100 * fillRatio(),
                setBits,
                expectedFpp,
                currentFpp,
                memoryBytes);
    }
}
