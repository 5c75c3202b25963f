package dev.bloomery.gate;

import dev.bloomery.gate.internal.protocol.GateOperation;

/** A rebuild; one at a time. */
final class RebuildOnce extends Task {

    @Override
    boolean mayBegin(Simulation simulation) {
        return !simulation.isRebuilding();
    }

    @Override
    GateOperation begin(Simulation simulation) {
        simulation.setRebuilding(true);
        return simulation.protocol().rebuild(simulation);
    }

    @Override
    void end(Simulation simulation) {
        simulation.setRebuilding(false);
    }

    @Override
    void drop(Simulation simulation) {
        simulation.setRebuilding(false);
    }

    @Override
    public String toString() {
        return "rebuild";
    }
}
