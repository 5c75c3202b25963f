package dev.bloomery.gate.simulation.task;

import dev.bloomery.gate.Bypass;
import dev.bloomery.gate.simulation.engine.Part;
import dev.bloomery.gate.simulation.engine.Simulation;
import dev.bloomery.gate.simulation.engine.Task;

/** A write that goes past the gate. */
public final class BypassingInsert extends Task {
    private final int key;

    public BypassingInsert(int key) {
        super(Role.OTHERS);
        this.key = key;
    }

    @Override
    public void run(Simulation simulation) {
        Bypass<?> bypass = simulation.protocol().bypass(simulation.gate().real());
        simulation.point(Part.STORE);
        simulation.store().put(key);
        if (bypass != null) {
            bypass.close();
        }
    }

    @Override
    public String toString() {
        return "insert of " + key + " past the gate";
    }
}
