package dev.bloomery.gate.simulation.engine;

import dev.bloomery.gate.internal.protocol.GateOperation;
import dev.bloomery.gate.internal.protocol.StepResult;
import org.jspecify.annotations.Nullable;

/** Something that is done in a simulation, step by step. */
public abstract class Task {
    private @Nullable GateOperation operation;
    private boolean over;

    /** It begins now. */
    public abstract GateOperation begin(Simulation simulation);

    /** Whether it may begin now. */
    public boolean mayBegin(Simulation simulation) {
        return true;
    }

    /** It has done all its steps. */
    public void end(Simulation simulation) {}

    /** The process that did it is gone. */
    public void drop(Simulation simulation) {}

    /** The time at which it must be over. */
    public int deadline() {
        return Integer.MAX_VALUE;
    }

    public final StepResult step(Simulation simulation) {
        if (operation == null) {
            operation = begin(simulation);
        }
        return operation.step();
    }

    public final boolean hasBegun() {
        return operation != null;
    }

    public final boolean isOver() {
        return over;
    }

    public final void setOver() {
        over = true;
    }

    @Override
    public String toString() {
        return getClass().getSimpleName();
    }
}
