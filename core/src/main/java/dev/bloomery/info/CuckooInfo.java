package dev.bloomery.info;

import dev.bloomery.internal.check.Figures;
import dev.bloomery.internal.table.SpecGeometry;
import dev.bloomery.spec.CuckooSpec;
import java.util.Locale;

/**
 * What a cuckoo filter is and how full it was at one moment.
 *
 * @param spec the plan it was built from, settled
 * @param insertions the number of different keys that are in, as far as the filter can tell them apart: adds that returned true,
 *     less removes that took the last copy. It is exact and does not drift
 * @param fingerprints slots that are taken, copies of the same key included
 * @param memoryBytes bytes of the slots in memory
 * @param expectedFpp the FPP by formula for this many insertions
 * @param currentFpp the FPP computed from what is in the slots
 */
public record CuckooInfo(
        CuckooSpec spec, long insertions, long fingerprints, long memoryBytes, double expectedFpp, double currentFpp)
        implements FilterInfo {

    public CuckooInfo {
        if (spec.size().isEmpty()) {
            throw new IllegalArgumentException("the spec of a filter has a size; use sized()");
        }
    }

    /**
     * Fingerprints that there is room for.
     *
     * @return the slots
     */
    public long slots() {
        return spec.size().orElseThrow().slots();
    }

    @Override
    public long approximateDistinct() {
        return SpecGeometry.of(spec).keysAfter(insertions);
    }

    @Override
    public double fillRatio() {
        return (double) fingerprints / slots();
    }

    /** Several lines, fit to print. */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                """
                cuckoo filter, %,d buckets of 4 fingerprints of %d bits, %s
                capacity      %,d keys at FPP %s
                insertions    %,d (about %,d distinct keys)
                fill          %.1f %% (%,d of %,d slots)
                FPP           %.3g by formula, %.3g by the fingerprints
                memory        %,d bytes""",
                spec.size().orElseThrow().buckets(),
                spec.size().orElseThrow().fingerprintBits(),
                spec.hash().specName(),
                capacity(),
                Figures.of(targetFpp()),
                insertions,
                approximateDistinct(),
                100 * fillRatio(),
                fingerprints,
                slots(),
                expectedFpp,
                currentFpp,
                memoryBytes);
    }
}
