package dev.bloomery.gate;

import dev.bloomery.gate.internal.protocol.Operation;
import dev.bloomery.gate.internal.protocol.Step;

/** Sends a heartbeat, and takes out of the queue what has come until then; one at a time. */
final class ListenToFeed extends Task {
    @Override
    boolean mayBegin(Simulation simulation) {
        return !simulation.feed().hasListener();
    }

    @Override
    Operation begin(Simulation simulation) {
        simulation.feed().setListener(true);
        return new Operation() {
            private boolean sent;

            @Override
            public Step step() {
                if (sent) {
                    return simulation.feed().deliver();
                }
                sent = true;
                simulation.feed().sendHeartbeat();
                return Step.MORE;
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
