package dev.bloomery.gate.simulation.task;

import dev.bloomery.gate.simulation.engine.Simulation;
import dev.bloomery.gate.simulation.engine.Task;

/** A rebuild; one at a time. */
public final class RebuildOnce extends Task {
    public RebuildOnce() {
        super(Role.REBUILD);
    }

    @Override
    public boolean mayBegin(Simulation simulation) {
        return !simulation.isRebuilding();
    }

    @Override
    public void run(Simulation simulation) {
        simulation.rebuild();
    }

    @Override
    public String toString() {
        return "rebuild";
    }
}
