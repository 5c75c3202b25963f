package dev.bloomery.internal.jfr;

import java.nio.file.Path;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** The event {@code dev.bloomery.DurableSync}; see docs/meters.md. */
@Name("dev.bloomery.DurableSync")
@Label("Durable Sync")
@Category({"Bloomery", "Durable Filter"})
@Description("The journal of a durable filter was written through to the disk")
@StackTrace(false) // the thread that syncs does it for others as well
final class DurableSyncEvent extends Event implements JournalSync {
    @Label("Directory")
    String directory = "";

    @Label("Bytes")
    @Description("Written to the journal since its last sync")
    @DataAmount
    long bytes;

    @Label("Succeeded")
    boolean succeeded;

    private DurableSyncEvent() {}

    static DurableSyncEvent begun() {
        DurableSyncEvent event = new DurableSyncEvent();
        event.begin();
        return event;
    }

    @Override
    public void end(Path where, long written, boolean done) {
        end();
        if (shouldCommit()) {
            directory = where.toString();
            bytes = written;
            succeeded = done;
            commit();
        }
    }
}
