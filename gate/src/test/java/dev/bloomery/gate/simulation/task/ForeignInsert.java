package dev.bloomery.gate.simulation.task;

import dev.bloomery.gate.simulation.engine.ScriptedTask;
import dev.bloomery.gate.simulation.engine.Simulation;

/** Somebody inserts a key and does not tell the gate. */
public final class ForeignInsert extends ScriptedTask {
    private final int key;

    public ForeignInsert(int key) {
        this.key = key;
    }

    @Override
    public boolean perform(Simulation simulation, int at) {
        simulation.writeForeign(key);
        return false;
    }

    @Override
    public String toString() {
        return "foreign insert of " + key;
    }
}
