package dev.bloomery.internal.family;

/** The whole of a family in numbers. */
public record FamilyTotals(
        long owners,
        long spilled,
        long lost,
        long keys,
        double expectedFpp,
        long memoryBytes,
        long logBytes,
        long spills,
        long returns,
        double unknownShare,
        double damagedShare) {}
