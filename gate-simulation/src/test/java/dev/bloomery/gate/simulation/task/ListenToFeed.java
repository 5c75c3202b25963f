package dev.bloomery.gate.simulation.task;

import dev.bloomery.gate.simulation.engine.Simulation;
import dev.bloomery.gate.simulation.engine.Task;

/** Sends a heartbeat, and takes out of the queue what has come until then; one at a time. */
public final class ListenToFeed extends Task {
    public ListenToFeed() {
        super(Role.OTHERS);
    }

    @Override
    public boolean mayBegin(Simulation simulation) {
        return !simulation.feed().hasListener();
    }

    @Override
    public void run(Simulation simulation) {
        simulation.feed().setListener(true);
        try {
            simulation.feed().sendHeartbeat();
            simulation.feed().deliver();
        } finally {
            simulation.feed().setListener(false);
        }
    }

    @Override
    public String toString() {
        return "heartbeat and delivery";
    }
}
