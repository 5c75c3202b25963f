package dev.bloomery.info;

import dev.bloomery.internal.check.Figures;
import dev.bloomery.spec.CountingSpec;
import java.util.Locale;

/**
 * What a counting Bloom filter is and how full it was at one moment.
 *
 * @param spec the plan it was built from, settled
 * @param insertions the number of distinct keys that are in, estimated from the counters that are not 0: a count of adds and
 *     removes would drift, because keys may test present by chance when they come or go
 * @param usedCounters counters that are not 0
 * @param stuckCounters counters that have reached their largest value and lost count: the keys on them can no longer be
 *     removed wholly, and look present for ever; many of them call for wider counters
 * @param memoryBytes bytes of the counters in memory
 * @param expectedFpp the FPP by formula for this many insertions
 * @param currentFpp the FPP computed from the counters as they are
 */
public record CountingInfo(
        CountingSpec spec,
        long insertions,
        long usedCounters,
        long stuckCounters,
        long memoryBytes,
        double expectedFpp,
        double currentFpp)
        implements FilterInfo {

    /**
     * Counters of the filter, as many as the Bloom filter of the same positions has bits.
     *
     * @return the counters
     */
    public long counters() {
        return spec.positions().size().orElseThrow().sizeInBits();
    }

    @Override
    public long approximateDistinct() {
        return insertions;
    }

    @Override
    public double fillRatio() {
        return (double) usedCounters / counters();
    }

    /** Several lines, fit to print. */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                """
                counting Bloom filter, %s, %,d counters of %d bits, k %d, %s
                capacity      %,d keys at FPP %s
                keys          about %,d by the fill
                fill          %.1f %% (%,d counters used, %,d stuck)
                FPP           %.3g by formula, %.3g by the counters
                memory        %,d bytes""",
                spec.positions().layout().specName(),
                counters(),
                spec.counterBits(),
                spec.positions().size().orElseThrow().probesPerKey(),
                spec.hash().specName(),
                capacity(),
                Figures.of(targetFpp()),
                insertions,
                100 * fillRatio(),
                usedCounters,
                stuckCounters,
                expectedFpp,
                currentFpp,
                memoryBytes);
    }
}
