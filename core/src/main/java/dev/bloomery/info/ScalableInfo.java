package dev.bloomery.info;

import dev.bloomery.internal.check.Figures;
import dev.bloomery.spec.ScalableSpec;
import java.util.List;
import java.util.Locale;

/**
 * What a scalable Bloom filter is and how full it was at one moment.
 *
 * @param spec the plan it was built from
 * @param slices each slice, the oldest first
 * @param expectedFpp the FPP of all slices together, by formula for their insertions
 * @param currentFpp the FPP of all slices together, computed from their bits as they are
 */
public record ScalableInfo(ScalableSpec spec, List<BloomInfo> slices, double expectedFpp, double currentFpp)
        implements FilterInfo {

    public ScalableInfo {
        slices = List.copyOf(slices);
    }

    /** Keys that the slices of this moment take; the filter grows beyond. */
    @Override
    public long capacity() {
        return slices.stream().mapToLong(BloomInfo::capacity).sum();
    }

    @Override
    public long insertions() {
        return slices.stream().mapToLong(BloomInfo::insertions).sum();
    }

    @Override
    public long approximateDistinct() {
        return slices.stream().mapToLong(BloomInfo::approximateDistinct).sum();
    }

    @Override
    public long memoryBytes() {
        return slices.stream().mapToLong(BloomInfo::memoryBytes).sum();
    }

    /**
     * Bits of all slices.
     *
     * @return the bits
     */
    public long sizeInBits() {
        return slices.stream().mapToLong(BloomInfo::sizeInBits).sum();
    }

    @Override
    public double fillRatio() {
        return (double) slices.stream().mapToLong(BloomInfo::setBits).sum() / sizeInBits();
    }

    /** A line for each slice, then the whole; fit to print. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "scalable Bloom filter, %d slices, FPP %s asked for%n",
                slices.size(),
                Figures.of(targetFpp())));
        for (BloomInfo slice : slices) {
            text.append(String.format(
                    Locale.ROOT,
                    "  %,15d of %,d keys, %s, %,d bits, k %d, FPP %.3g by the bits%n",
                    slice.insertions(),
                    slice.capacity(),
                    slice.layout().specName(),
                    slice.sizeInBits(),
                    slice.probesPerKey(),
                    slice.currentFpp()));
        }
        return text.append(String.format(
                        Locale.ROOT,
                        "  %,15d of %,d keys, %,d bits, FPP %.3g by formula, %.3g by the bits",
                        insertions(),
                        capacity(),
                        sizeInBits(),
                        expectedFpp,
                        currentFpp))
                .toString();
    }
}
