package dev.bloomery.gate.simulation.task;

import dev.bloomery.gate.internal.protocol.GateOperation;
import dev.bloomery.gate.simulation.engine.Simulation;
import dev.bloomery.gate.simulation.engine.Task;

/** A rebuild; one at a time. */
public final class RebuildOnce extends Task {

    @Override
    public boolean mayBegin(Simulation simulation) {
        return !simulation.isRebuilding();
    }

    @Override
    public GateOperation begin(Simulation simulation) {
        simulation.setRebuilding(true);
        return simulation.protocol().rebuild(simulation);
    }

    @Override
    public void end(Simulation simulation) {
        simulation.setRebuilding(false);
    }

    @Override
    public void drop(Simulation simulation) {
        simulation.setRebuilding(false);
    }

    @Override
    public String toString() {
        return "rebuild";
    }
}
