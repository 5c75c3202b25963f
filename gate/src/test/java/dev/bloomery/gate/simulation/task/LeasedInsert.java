package dev.bloomery.gate.simulation.task;

import dev.bloomery.gate.internal.protocol.GateOperation;
import dev.bloomery.gate.internal.protocol.StepResult;
import dev.bloomery.gate.simulation.engine.Scenario;
import dev.bloomery.gate.simulation.engine.Simulation;
import dev.bloomery.gate.simulation.engine.Task;

/** Somebody else announces a key, waits until nobody can be without it and trust its own filter, and inserts it. */
public final class LeasedInsert extends Task {
    private final int key;
    private int deadline = Integer.MAX_VALUE;

    public LeasedInsert(int key) {
        this.key = key;
    }

    @Override
    public GateOperation begin(Simulation simulation) {
        Scenario scenario = simulation.scenario();
        return new GateOperation() {
            private boolean announced;
            private int insertAt;

            @Override
            public StepResult step() {
                if (!announced) {
                    announced = true;
                    simulation.feed().announce(key);
                    insertAt = simulation.now() + simulation.protocol().waitedFor(scenario.lease());
                    deadline = simulation.now() + scenario.longestWrite();
                    return StepResult.MORE;
                }
                if (simulation.now() < insertAt) {
                    return StepResult.WAIT;
                }
                simulation.store().put(key);
                return StepResult.DONE;
            }
        };
    }

    @Override
    public int deadline() {
        return deadline;
    }

    @Override
    public String toString() {
        return "announced insert of " + key;
    }
}
