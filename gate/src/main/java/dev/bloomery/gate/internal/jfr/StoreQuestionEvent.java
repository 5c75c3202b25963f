package dev.bloomery.gate.internal.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Threshold;

/** The event {@code dev.bloomery.StoreQuestion}; see docs/meters.md. */
@Name("dev.bloomery.StoreQuestion")
@Label("Store Question")
@Category({"Bloomery", "Gate"})
@Description("A lookup asked the store, or the loader, because the filter could not tell")
@Threshold("10 ms")
final class StoreQuestionEvent extends Event implements GateEvents.Question {
    @Label("Gate")
    final String gate;

    @Label("Keys")
    @Description("How many the store was asked for at once")
    int keys;

    @Label("Answered")
    @Description("False if the store failed")
    boolean answered;

    StoreQuestionEvent(String gate) {
        this.gate = gate;
    }

    @Override
    public void end(int asked, boolean succeeded) {
        end();
        if (shouldCommit()) {
            keys = asked;
            answered = succeeded;
            commit();
        }
    }
}
