package dev.bloomery.gate;

import dev.bloomery.gate.internal.protocol.Operation;
import dev.bloomery.gate.internal.protocol.Step;

/** A task in some steps of its own. */
abstract class Script extends Task {
    private int at;

    /** Does step number {@code at}, from 0 on; false when all are done. */
    abstract boolean perform(Simulation simulation, int at);

    @Override
    final Operation begin(Simulation simulation) {
        return new Operation() {
            @Override
            public Step step() {
                return perform(simulation, at++) ? Step.MORE : Step.DONE;
            }
        };
    }
}
