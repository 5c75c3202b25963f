package dev.bloomery.gate.simulation.task;

import dev.bloomery.gate.internal.protocol.GateOperation;
import dev.bloomery.gate.internal.protocol.StepResult;
import dev.bloomery.gate.simulation.engine.Simulation;
import dev.bloomery.gate.simulation.engine.Task;

/** Sends a heartbeat, and takes out of the queue what has come until then; one at a time. */
public final class ListenToFeed extends Task {
    @Override
    public boolean mayBegin(Simulation simulation) {
        return !simulation.feed().hasListener();
    }

    @Override
    public GateOperation begin(Simulation simulation) {
        simulation.feed().setListener(true);
        return new GateOperation() {
            private boolean sent;

            @Override
            public StepResult step() {
                if (sent) {
                    return simulation.feed().deliver();
                }
                sent = true;
                simulation.feed().sendHeartbeat();
                return StepResult.MORE;
            }
        };
    }

    @Override
    public void end(Simulation simulation) {
        simulation.feed().setListener(false);
    }

    @Override
    public String toString() {
        return "heartbeat and delivery";
    }
}
