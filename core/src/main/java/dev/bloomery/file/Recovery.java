package dev.bloomery.file;

/**
 * What was found when a durable filter was opened.
 *
 * @param snapshotBytes of the snapshot that was loaded; 0 if the filter was created
 * @param journals that were replayed
 * @param operationsReplayed adds, removes and clears in them
 * @param bytesDropped of the end of the last journal, which a crash had torn; no operation in them was ever said to be synced
 * @param cleanClose whether the filter was closed before, or is new: then nothing is missing, whatever the {@link SyncPolicy}
 */
public record Recovery(
        long snapshotBytes, int journals, long operationsReplayed, long bytesDropped, boolean cleanClose) {}
