package dev.bloomery.gate.simulation.task;

import dev.bloomery.gate.internal.generation.Generation;
import dev.bloomery.gate.internal.protocol.GateOperation;
import dev.bloomery.gate.simulation.engine.ModelGeneration;
import dev.bloomery.gate.simulation.engine.Simulation;
import dev.bloomery.gate.simulation.engine.Task;
import java.util.function.BooleanSupplier;

/** All keys of an owner are deleted by the gate: owner n has the keys 2 n and 2 n + 1. */
public final class DropOnce extends Task {
    private final int owner;

    public DropOnce(int owner) {
        this.owner = owner;
    }

    @Override
    public GateOperation begin(Simulation simulation) {
        return simulation
                .protocol()
                .dropOwner(
                        simulation.core(),
                        owner,
                        simulation.store().deletingOwner(owner, simulation.steps()),
                        this::forget,
                        simulation.store().ordersWrites());
    }

    private void forget(Generation<Integer> generation, BooleanSupplier mayForget) {
        if (mayForget.getAsBoolean()) {
            ((ModelGeneration) generation).model().dropOwner(owner);
        }
    }

    @Override
    public String toString() {
        return "delete of all keys of owner " + owner;
    }
}
