package dev.bloomery.gate;

import dev.bloomery.gate.internal.protocol.GateOperation;
import dev.bloomery.gate.internal.protocol.StepResult;
import org.jspecify.annotations.Nullable;

/** Something that is done in a simulation, step by step. */
abstract class Task {
    private @Nullable GateOperation operation;
    private boolean over;

    /** It begins now. */
    abstract GateOperation begin(Simulation simulation);

    /** Whether it may begin now. */
    boolean mayBegin(Simulation simulation) {
        return true;
    }

    /** It has done all its steps. */
    void end(Simulation simulation) {}

    /** The process that did it is gone. */
    void drop(Simulation simulation) {}

    /** The time at which it must be over. */
    int deadline() {
        return Integer.MAX_VALUE;
    }

    final StepResult step(Simulation simulation) {
        if (operation == null) {
            operation = begin(simulation);
        }
        return operation.step();
    }

    final boolean hasBegun() {
        return operation != null;
    }

    final boolean isOver() {
        return over;
    }

    final void setOver() {
        over = true;
    }

    @Override
    public String toString() {
        return getClass().getSimpleName();
    }
}
