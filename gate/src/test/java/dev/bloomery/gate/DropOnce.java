package dev.bloomery.gate;

import dev.bloomery.gate.internal.generation.Generation;
import dev.bloomery.gate.internal.protocol.GateOperation;
import java.util.function.BooleanSupplier;

/** All keys of an owner are deleted by the gate: owner n has the keys 2 n and 2 n + 1. */
final class DropOnce extends Task {
    private final int owner;

    DropOnce(int owner) {
        this.owner = owner;
    }

    @Override
    GateOperation begin(Simulation simulation) {
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
