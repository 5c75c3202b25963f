package dev.bloomery.gate.simulation.task;

import dev.bloomery.gate.simulation.engine.Part;
import dev.bloomery.gate.simulation.engine.Simulation;
import dev.bloomery.gate.simulation.engine.Task;

/** Others' deletes are announced to nobody. */
public final class OthersDelete extends Task {
    private final int key;

    public OthersDelete(int key) {
        super(Role.OTHERS);
        this.key = key;
    }

    @Override
    public void run(Simulation simulation) {
        simulation.point(Part.STORE);
        simulation.store().take(key);
    }

    @Override
    public String toString() {
        return "others delete " + key;
    }
}
