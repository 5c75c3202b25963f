package dev.bloomery.gate.simulation.task;

import dev.bloomery.gate.simulation.engine.Simulation;
import dev.bloomery.gate.simulation.engine.Task;

/** All keys of an owner are deleted by the gate: owner n has the keys 2 n and 2 n + 1. */
public final class DropOnce extends Task {
    private final int owner;

    public DropOnce(int owner) {
        super(Role.DROP);
        this.owner = owner;
    }

    @Override
    public void run(Simulation simulation) {
        try {
            boolean unused = simulation.gate().removeOwner(owner);
        } catch (RuntimeException failed) {
            // as it may be: of a store that fails nothing more is promised
        }
    }

    @Override
    public String toString() {
        return "delete of all keys of owner " + owner;
    }
}
