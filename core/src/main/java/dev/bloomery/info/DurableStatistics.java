package dev.bloomery.info;

/**
 * What a durable filter has done on its disk since it was opened. Counted without locks: the numbers of one moment
 * may be apart by the syncs that run in it.
 *
 * <p>Durable filters make these. Later releases may add methods, so do not implement it.
 */
public interface DurableStatistics {

    /**
     * Syncs of a journal that succeeded: those that acknowledge operations, of which each may serve many threads, and
     * those that reserve room, seal a journal or close it.
     *
     * @return how many
     */
    long syncs();

    /**
     * The time that {@link #syncs} took.
     *
     * @return nanoseconds
     */
    long syncNanos();

    /**
     * Syncs of a journal that failed. After the first one the filter is
     * {@link dev.bloomery.file.DurableState#FAILED}, and none is tried again.
     *
     * @return how many: 0 or 1, or a few that ran at the same moment
     */
    long failedSyncs();

    /**
     * The time that {@link #failedSyncs} took.
     *
     * @return nanoseconds
     */
    long failedSyncNanos();

    /**
     * Checkpoints that wrote a new snapshot.
     *
     * @return how many
     */
    long checkpoints();

    /**
     * The time that {@link #checkpoints} took.
     *
     * @return nanoseconds
     */
    long checkpointNanos();

    /**
     * Checkpoints that failed: the filter goes on, and its journals grow until one succeeds.
     *
     * @return how many
     */
    long failedCheckpoints();

    /**
     * The time that {@link #failedCheckpoints} took.
     *
     * @return nanoseconds
     */
    long failedCheckpointNanos();
}
