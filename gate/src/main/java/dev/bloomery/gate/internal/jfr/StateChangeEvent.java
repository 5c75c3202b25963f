package dev.bloomery.gate.internal.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** The event {@code dev.bloomery.StateChange}; see docs/meters.md. Its stack trace shows who marked a gate incomplete. */
@Name("dev.bloomery.StateChange")
@Label("State Change")
@Category({"Bloomery", "Gate"})
@Description("A gate went from one state to another; it answers by itself only while it is ACTIVE")
final class StateChangeEvent extends Event {
    @Label("Gate")
    final String gate;

    @Label("Before")
    final String before;

    @Label("Now")
    final String now;

    StateChangeEvent(String gate, String before, String now) {
        this.gate = gate;
        this.before = before;
        this.now = now;
    }
}
