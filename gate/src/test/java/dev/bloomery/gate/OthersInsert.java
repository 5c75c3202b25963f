package dev.bloomery.gate;

import dev.bloomery.gate.internal.protocol.GateOperation;
import dev.bloomery.gate.internal.protocol.StepResult;

/** Somebody else announces a key and inserts it then. */
final class OthersInsert extends Task {
    private final int key;
    private int deadline = Integer.MAX_VALUE;
    private boolean announced;

    OthersInsert(int key) {
        this.key = key;
    }

    @Override
    GateOperation begin(Simulation simulation) {
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
    int deadline() {
        return deadline;
    }

    @Override
    public String toString() {
        return "others insert " + key;
    }
}
