package dev.bloomery.internal.durable;

/** What an open durable filter has done on its disk, by how it went. */
public final class DurableCounts {
    /** Syncs of its journals. */
    public final TimedCount syncs = new TimedCount();

    /** Syncs of its journals that threw. */
    public final TimedCount failedSyncs = new TimedCount();

    public final TimedCount checkpoints = new TimedCount();

    /** Checkpoints that threw. */
    public final TimedCount failedCheckpoints = new TimedCount();
}
