package dev.bloomery.durable;

import dev.bloomery.info.DurableStatistics;
import dev.bloomery.internal.durable.DurableCounts;
import java.time.Duration;
import java.util.Locale;

/** The statistics of one moment. */
record CountedSyncs(
        long syncs,
        long syncNanos,
        long failedSyncs,
        long failedSyncNanos,
        long checkpoints,
        long checkpointNanos,
        long failedCheckpoints,
        long failedCheckpointNanos)
        implements DurableStatistics {

    static CountedSyncs of(DurableCounts counts) {
        return new CountedSyncs(
                counts.syncs.times(),
                counts.syncs.nanos(),
                counts.failedSyncs.times(),
                counts.failedSyncs.nanos(),
                counts.checkpoints.times(),
                counts.checkpoints.nanos(),
                counts.failedCheckpoints.times(),
                counts.failedCheckpoints.nanos());
    }

    /** One line, fit for a log. */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%,d syncs in %s, %,d failed; %,d checkpoints in %s, %,d failed",
                syncs,
                Duration.ofNanos(syncNanos),
                failedSyncs,
                checkpoints,
                Duration.ofNanos(checkpointNanos),
                failedCheckpoints);
    }
}
