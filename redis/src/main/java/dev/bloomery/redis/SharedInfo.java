package dev.bloomery.redis;

import dev.bloomery.spec.BloomSpec;
import java.time.Duration;
import java.util.Optional;

/**
 * What a process knows of a {@link SharedFilter}.
 *
 * @param name of the filter
 * @param spec of its first generation; of each shard, if there are several
 * @param state whether it may say no
 * @param generations how many there are now
 * @param memoryBytes of the replica in this process
 * @param currentFpp the chance that an absent key looks present, with the bits as they are
 * @param age the time since the last complete reading that may be trusted, if there was one
 * @param answers what this process has answered
 * @param adds what this process has added
 */
public record SharedInfo(
        String name,
        BloomSpec spec,
        SharedState state,
        int generations,
        long memoryBytes,
        double currentFpp,
        Optional<Duration> age,
        Answers answers,
        Adds adds) {

    /**
     * Answers since the filter was opened.
     *
     * @param no how many were {@code NO}
     * @param maybe how many were {@code MAYBE}
     * @param unknown how many were {@code UNKNOWN}
     */
    public record Answers(long no, long maybe, long unknown) {}

    /**
     * Keys that were added or claimed since the filter was opened.
     *
     * @param added those of adds that have returned
     * @param failed those of adds that have failed
     */
    public record Adds(long added, long failed) {}
}
