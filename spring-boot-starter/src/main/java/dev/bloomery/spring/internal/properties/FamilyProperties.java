package dev.bloomery.spring.internal.properties;

import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/**
 * A family: a small filter for each of very many owners.
 *
 * @param owners The owners: text, int64, uuid, or the name of a KeyEncoder bean. Required.
 * @param keys The keys: text, int64, uuid, or the name of a KeyEncoder bean. Required.
 * @param fpp The FPP of each filter, a probability such as 0.01. Required.
 * @param hardened Whether owners and keys are hashed with a keyed hash that strangers cannot see through.
 * @param memoryBudget How much memory all owners may take, at least 1MB.
 * @param directory Where owners go that are not asked for, and where the family survives a restart.
 */
public record FamilyProperties(
        @Nullable String owners,
        @Nullable String keys,
        @Nullable Double fpp,
        @Nullable Boolean hardened,
        @Nullable DataSize memoryBudget,
        @Nullable String directory) {}
