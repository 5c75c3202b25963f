package dev.bloomery.gate.simulation.task;

import dev.bloomery.capacity.FilterFullException;
import dev.bloomery.gate.simulation.engine.SimulatedGate;
import dev.bloomery.gate.simulation.engine.Simulation;
import dev.bloomery.gate.simulation.engine.StoreChange;
import dev.bloomery.gate.simulation.engine.Task;
import dev.bloomery.gate.store.StoreException;

/** A write by the gate itself. */
public final class WriteOnce extends Task {
    private final StoreChange change;
    private final int key;
    private final int other;
    private int deadline = Integer.MAX_VALUE;
    private boolean done;
    private boolean afterCrash;

    public WriteOnce(StoreChange change, int key, int other) {
        super(Role.WRITE);
        this.change = change;
        this.key = key;
        this.other = other;
    }

    /** It is a write of the process that comes after the crash. */
    public WriteOnce afterCrash() {
        afterCrash = true;
        return this;
    }

    @Override
    public boolean mayBegin(Simulation simulation) {
        return !afterCrash || simulation.hasCrashed();
    }

    @Override
    public void run(Simulation simulation) {
        deadline = simulation.now() + simulation.scenario().longestWrite();
        try {
            done = write(simulation.gate());
        } catch (StoreException | FilterFullException refused) {
            // as it may be
        }
    }

    private boolean write(SimulatedGate gate) {
        return switch (change) {
            case INSERT -> gate.insert(key);
            case DELETE -> gate.delete(key);
            case REPLACE -> gate.replace(key, other);
            case ADD_OR_PROLONG -> gate.addOrProlong(key);
            case DELETE_OWNER -> gate.removeOwner(key >> 1);
            case PROLONG -> throw new AssertionError("a key is prolonged in a transaction of the caller");
        };
    }

    /** Whether the store did it, and said so. */
    public boolean isDone() {
        return done;
    }

    @Override
    public int deadline() {
        return deadline;
    }

    @Override
    public String toString() {
        return change + " " + key + (change == StoreChange.REPLACE ? " by " + other : "");
    }
}
