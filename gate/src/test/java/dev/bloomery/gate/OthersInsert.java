package dev.bloomery.gate;

import dev.bloomery.gate.internal.protocol.Operation;
import dev.bloomery.gate.internal.protocol.Step;

/** Somebody else announces a key and inserts it then. */
final class OthersInsert extends Task {
    private final int key;
    private int deadline = Integer.MAX_VALUE;
    private boolean announced;

    OthersInsert(int key) {
        this.key = key;
    }

    @Override
    Operation begin(Simulation simulation) {
        Operation announcement = simulation.protocol().write(simulation.core(), key, null, () -> true, false);
        return new Operation() {
            @Override
            public Step step() {
                if (announced) {
                    simulation.store().put(key);
                    return Step.DONE;
                }
                Step step = announcement.step();
                if (step == Step.DONE) {
                    announced = true;
                    if (announcement.failure() != null) {
                        simulation.protocol().gap(simulation.core());
                    }
                    deadline = simulation.now() + simulation.scenario().longestWrite();
                    return Step.MORE;
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
