package dev.bloomery.gate.simulation.task;

import dev.bloomery.gate.simulation.engine.Simulation;
import dev.bloomery.gate.simulation.engine.Task;

/** Somebody inserts a key and does not tell the gate. */
public final class ForeignInsert extends Task {
    private final int key;

    public ForeignInsert(int key) {
        super(Role.OTHERS);
        this.key = key;
    }

    @Override
    public void run(Simulation simulation) {
        simulation.writeForeign(key);
    }

    @Override
    public String toString() {
        return "foreign insert of " + key;
    }
}
