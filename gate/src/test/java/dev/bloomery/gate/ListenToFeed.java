package dev.bloomery.gate;

import dev.bloomery.gate.internal.protocol.GateOperation;
import dev.bloomery.gate.internal.protocol.StepResult;

/** Sends a heartbeat, and takes out of the queue what has come until then; one at a time. */
final class ListenToFeed extends Task {
    @Override
    boolean mayBegin(Simulation simulation) {
        return !simulation.feed().hasListener();
    }

    @Override
    GateOperation begin(Simulation simulation) {
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
    void end(Simulation simulation) {
        simulation.feed().setListener(false);
    }

    @Override
    public String toString() {
        return "heartbeat and delivery";
    }
}
