package dev.bloomery.gate.internal.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** The event {@code dev.bloomery.Rebuild}; see docs/meters.md. */
@Name("dev.bloomery.Rebuild")
@Label("Rebuild")
@Category({"Bloomery", "Gate"})
@Description("A gate built a new filter from its store, or gave that up")
@StackTrace(false)
final class RebuildEvent extends Event implements GateEvents.Rebuild {
    @Label("Gate")
    final String gate;

    @Label("Keys")
    @Description("How many the store has handed over; 0 if the rebuild was given up")
    long keys;

    @Label("Completed")
    boolean completed;

    @Label("Problem")
    @Description("The class of what ended the rebuild; empty if it was completed")
    String problem = "";

    RebuildEvent(String gate) {
        this.gate = gate;
    }

    @Override
    public void end(long scanned, @Nullable Throwable failure) {
        end();
        if (shouldCommit()) {
            keys = scanned;
            completed = failure == null;
            problem = failure == null ? "" : failure.getClass().getName(); // its message may have a key
            commit();
        }
    }
}
