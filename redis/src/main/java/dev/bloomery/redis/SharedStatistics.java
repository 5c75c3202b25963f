package dev.bloomery.redis;

import java.time.Duration;
import java.util.Optional;

/**
 * What a process has done with a {@link SharedFilter} since it was opened.
 *
 * @param no lookups that were answered {@code NO}
 * @param maybe lookups that were answered {@code MAYBE}
 * @param unknown lookups that were answered {@code UNKNOWN}
 * @param added keys of adds and claims that have returned
 * @param failed keys of adds and claims that have failed
 * @param loads how often all bits were read from Redis when it began; once for each shard
 * @param loadsAfterGap how often because this process was too slow, or a loss was accepted
 * @param loadsAfterLoss how often because the server was another one, or the filter was made anew
 * @param age the time since the last complete reading that may be trusted; of several shards the oldest
 */
public record SharedStatistics(
        long no,
        long maybe,
        long unknown,
        long added,
        long failed,
        long loads,
        long loadsAfterGap,
        long loadsAfterLoss,
        Optional<Duration> age) {}
