package dev.bloomery.family;

import dev.bloomery.internal.check.Figures;
import java.util.Locale;

/**
 * A {@link FilterFamily} as a whole at one moment. While others change the family, the numbers belong to slightly different moments.
 *
 * @param ownersInMemory owners whose filters are in memory
 * @param ownersSpilled owners whose filters are in the log
 * @param ownersLost owners that were found damaged in the log and answer UNKNOWN
 * @param keys keys that were new when they came, of all owners
 * @param targetFpp the FPP asked for
 * @param expectedFpp the mean FPP of the owners, at most: lists of fingerprints as they are, Bloom slices as if they were full
 * @param memoryBytes everything that owners take in memory: pages with their gaps, index and tables
 * @param memoryBudget how many bytes that may be
 * @param logBytes length of the log files
 * @param spills how often an owner was moved out of memory
 * @param returns how often one was brought back
 * @param unknownShare of owners that were never seen, so many answer UNKNOWN and not NO: what an unclean end left open
 * @param damagedShare of the owners, so many will be UNKNOWN when the family is opened again, because their log is damaged
 */
public record FamilyInfo(
        long ownersInMemory,
        long ownersSpilled,
        long ownersLost,
        long keys,
        double targetFpp,
        double expectedFpp,
        long memoryBytes,
        long memoryBudget,
        long logBytes,
        long spills,
        long returns,
        double unknownShare,
        double damagedShare) {

    /**
     * Owners of whom something is known.
     *
     * @return those in memory and those that were spilled
     */
    public long owners() {
        return ownersInMemory + ownersSpilled;
    }

    /**
     * Memory of the whole for each owner, spilled ones too.
     *
     * @return bytes, 0 without owners
     */
    public double bytesPerOwner() {
        return owners() == 0 ? 0 : (double) memoryBytes / owners();
    }

    /** Some lines, fit to print. */
    @Override
    public String toString() {
        String budget =
                memoryBudget == Long.MAX_VALUE ? "no budget" : String.format(Locale.ROOT, "of %,d", memoryBudget);
        return String.format(
                Locale.ROOT,
                "family of %,d owners with %,d keys, FPP %s asked for, %.3g by formula%n"
                        + "  %,d in memory, %,d spilled (%,d spills, %,d returns), %,d lost%n"
                        + "  %,d bytes (%s), %.1f an owner; log %,d bytes; unknown share %.3g, damaged %.3g",
                owners(),
                keys,
                Figures.of(targetFpp),
                expectedFpp,
                ownersInMemory,
                ownersSpilled,
                spills,
                returns,
                ownersLost,
                memoryBytes,
                budget,
                bytesPerOwner(),
                logBytes,
                unknownShare,
                damagedShare);
    }
}
