package dev.bloomery.info;

import dev.bloomery.spec.FilterSpec;
import java.util.Locale;

/**
 * What a mapped filter is, by the counts in its file. Load it for figures from the bits themselves.
 *
 * @param spec the plan of the filter
 * @param insertions adds that returned true, or the number of keys
 * @param approximateDistinct the number of distinct keys, by formula for so many insertions
 * @param fillRatio the share that is taken, by formula
 * @param fileBytes bytes of the file
 * @param expectedFpp the FPP by formula for so many insertions
 */
public record MappedInfo(
        FilterSpec spec,
        long insertions,
        long approximateDistinct,
        double fillRatio,
        long fileBytes,
        double expectedFpp)
        implements FilterInfo {

    /** Those of the file: none of the heap, and as much of other memory as the system has to spare. */
    @Override
    public long memoryBytes() {
        return fileBytes;
    }

    /** By formula, as {@link #expectedFpp}. */
    @Override
    public double currentFpp() {
        return expectedFpp;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "mapped filter, %s%ninsertions    %,d%nFPP           %.3g by formula%nfile          %,d bytes",
                spec,
                insertions,
                expectedFpp,
                fileBytes);
    }
}
