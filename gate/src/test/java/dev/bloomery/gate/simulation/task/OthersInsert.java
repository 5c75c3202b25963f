package dev.bloomery.gate.simulation.task;

import dev.bloomery.gate.internal.protocol.GateOperation;
import dev.bloomery.gate.internal.protocol.StepResult;
import dev.bloomery.gate.simulation.engine.Simulation;
import dev.bloomery.gate.simulation.engine.Task;

/** Somebody else announces a key and inserts it then. */
public final class OthersInsert extends Task {
    private final int key;
    private int deadline = Integer.MAX_VALUE;
    private boolean announced;

    public OthersInsert(int key) {
        this.key = key;
    }

    @Override
    public GateOperation begin(Simulation simulation) {
        GateOperation announcement = simulation.protocol().write(simulation.core(), key, null, () -> true, false);
        return new GateOperation() {
            @Override
            public StepResult step() {
                if (announced) {
                    simulation.store().put(key);
                    return StepResult.DONE;
                }
                StepResult step = announcement.step();
                if (step == StepResult.DONE) {
                    announced = true;
                    if (announcement.failure() != null) {
                        simulation.protocol().gap(simulation.core());
                    }
                    deadline = simulation.now() + simulation.scenario().longestWrite();
                    return StepResult.MORE;
                }
                return step;
            }
        };
    }

    @Override
    public int deadline() {
        return deadline;
    }

    @Override
    public String toString() {
        return "others insert " + key;
    }
}
