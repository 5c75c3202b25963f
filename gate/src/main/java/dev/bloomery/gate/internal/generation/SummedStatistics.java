package dev.bloomery.gate.internal.generation;

import dev.bloomery.info.DurableStatistics;

/** The statistics of several durable filters together. */
record SummedStatistics(
        long syncs,
        long syncNanos,
        long failedSyncs,
        long failedSyncNanos,
        long checkpoints,
        long checkpointNanos,
        long failedCheckpoints,
        long failedCheckpointNanos)
        implements DurableStatistics {
    static final SummedStatistics NOTHING = new SummedStatistics(0, 0, 0, 0, 0, 0, 0, 0);

    SummedStatistics plus(DurableStatistics more) {
        return new SummedStatistics(
                syncs + more.syncs(),
                syncNanos + more.syncNanos(),
                failedSyncs + more.failedSyncs(),
                failedSyncNanos + more.failedSyncNanos(),
                checkpoints + more.checkpoints(),
                checkpointNanos + more.checkpointNanos(),
                failedCheckpoints + more.failedCheckpoints(),
                failedCheckpointNanos + more.failedCheckpointNanos());
    }
}
