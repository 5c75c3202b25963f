package dev.bloomery.internal.jfr;

import java.nio.file.Path;

/**
 * A sync of a journal that is on its way, as the flight recorder sees it. No signature here names a class of {@code jdk.jfr}, so callers work in
 * a runtime without that module.
 */
public interface JournalSync {
    /** Tells nobody. */
    JournalSync UNRECORDED = (directory, bytes, succeeded) -> {};

    /**
     * Begins one.
     *
     * @return the begun sync, to be ended by the same thread
     */
    static JournalSync begin() {
        return FlightRecorder.IS_PRESENT ? DurableSyncEvent.begun() : UNRECORDED;
    }

    /**
     * The sync is over.
     *
     * @param directory where the filter is
     * @param bytes how many were written to the journal since its last sync
     * @param succeeded false if the disk has failed
     */
    void end(Path directory, long bytes, boolean succeeded);
}
