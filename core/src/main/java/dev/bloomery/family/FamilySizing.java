package dev.bloomery.family;

import dev.bloomery.internal.check.SpecChecks;
import dev.bloomery.internal.family.OwnerPlan;
import dev.bloomery.internal.family.OwnerSize;

/**
 * What a {@link FilterFamily} takes whose owners have about the same number of keys each. Nothing is allocated.
 *
 * <pre>{@code
 * FamilySizing.of(1_000_000, 20, 0.01).memoryBytes();     // some 57 bytes an owner
 * }</pre>
 *
 * <p>The record of an owner is exact. How many gaps there are between records depends on the order in which keys come, so the memory of
 * the whole is an estimate: a family that is built reports between 0.88 and 1.08 times as much.
 *
 * @param owners from 1
 * @param keysPerOwner from 1
 * @param targetFpp the FPP asked for
 * @param memoryBytes of all owners in memory, everything counted
 * @param expectedFpp lists of fingerprints as they are, Bloom slices as if they were full
 * @param cacheLinesPerQuery at most
 */
public record FamilySizing(
        long owners,
        long keysPerOwner,
        double targetFpp,
        long memoryBytes,
        double expectedFpp,
        int cacheLinesPerQuery) {

    /**
     * The size for so many owners.
     *
     * @param owners from 1 to 2^40
     * @param keysPerOwner from 1 to 2^40
     * @param targetFpp a probability from 1e-9 to below 1
     * @return the size
     * @throws IllegalArgumentException if an owner cannot have so many keys, or the FPP is too low; the message says what to do instead
     */
    public static FamilySizing of(long owners, long keysPerOwner, double targetFpp) {
        SpecChecks.capacity(owners);
        SpecChecks.capacity(keysPerOwner);
        SpecChecks.targetFpp(targetFpp);
        FamilyBuilder.requireFpp(targetFpp);
        OwnerSize each = OwnerSize.of(new OwnerPlan(targetFpp), Math.max(1, keysPerOwner));
        return new FamilySizing(owners, keysPerOwner, targetFpp, each.bytesOf(owners), each.fpp(), each.cacheLines());
    }
}
