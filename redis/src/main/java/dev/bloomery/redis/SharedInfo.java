package dev.bloomery.redis;

import dev.bloomery.spec.BloomSpec;

/**
 * What a process knows of a {@link SharedFilter}.
 *
 * @param name of the filter
 * @param spec of its first generation; of each shard, if there are several
 * @param state whether it may say no
 * @param generations how many there are now
 * @param memoryBytes of the replica in this process
 * @param currentFpp the chance that an absent key looks present, with the bits as they are
 */
public record SharedInfo(
        String name, BloomSpec spec, SharedState state, int generations, long memoryBytes, double currentFpp) {}
