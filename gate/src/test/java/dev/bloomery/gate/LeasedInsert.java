package dev.bloomery.gate;

import dev.bloomery.gate.internal.protocol.Operation;
import dev.bloomery.gate.internal.protocol.Step;

/** Somebody else announces a key, waits until nobody can be without it and trust its own filter, and inserts it. */
final class LeasedInsert extends Task {
    private final int key;
    private int deadline = Integer.MAX_VALUE;

    LeasedInsert(int key) {
        this.key = key;
    }

    @Override
    Operation begin(Simulation simulation) {
        Scenario scenario = simulation.scenario();
        return new Operation() {
            private boolean announced;
            private int insertAt;

            @Override
            public Step step() {
                if (!announced) {
                    announced = true;
                    simulation.feed().announce(key);
                    insertAt = simulation.now() + simulation.protocol().waitedFor(scenario.lease());
                    deadline = simulation.now() + scenario.longestWrite();
                    return Step.MORE;
                }
                if (simulation.now() < insertAt) {
                    return Step.WAIT;
                }
                simulation.store().put(key);
                return Step.DONE;
            }
        };
    }

    @Override
    int deadline() {
        return deadline;
    }

    @Override
    public String toString() {
        return "announced insert of " + key;
    }
}
