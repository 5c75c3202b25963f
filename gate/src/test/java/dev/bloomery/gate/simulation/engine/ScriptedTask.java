package dev.bloomery.gate.simulation.engine;

import dev.bloomery.gate.internal.protocol.GateOperation;
import dev.bloomery.gate.internal.protocol.StepResult;

/** A task in some steps of its own. */
public abstract class ScriptedTask extends Task {
    private int at;

    /** Does step number {@code at}, from 0 on; false when all are done. */
    public abstract boolean perform(Simulation simulation, int at);

    @Override
    public final GateOperation begin(Simulation simulation) {
        return new GateOperation() {
            @Override
            public StepResult step() {
                return perform(simulation, at++) ? StepResult.MORE : StepResult.DONE;
            }
        };
    }
}
