package dev.bloomery.gate.simulation.task;

import dev.bloomery.gate.simulation.engine.ScriptedTask;
import dev.bloomery.gate.simulation.engine.Simulation;

/** Others' deletes are announced to nobody. */
public final class OthersDelete extends ScriptedTask {
    private final int key;

    public OthersDelete(int key) {
        this.key = key;
    }

    @Override
    public boolean perform(Simulation simulation, int at) {
        simulation.store().take(key);
        return false;
    }

    @Override
    public String toString() {
        return "others delete " + key;
    }
}
