package dev.bloomery.gate.simulation.task;

import dev.bloomery.gate.internal.generation.Generation;
import dev.bloomery.gate.internal.protocol.GateOperation;
import dev.bloomery.gate.internal.protocol.Write;
import dev.bloomery.gate.simulation.engine.SimulatedStore;
import dev.bloomery.gate.simulation.engine.Simulation;
import dev.bloomery.gate.simulation.engine.StoreChange;
import dev.bloomery.gate.simulation.engine.Task;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A write by the gate itself. */
public final class WriteOnce extends Task {
    private final StoreChange change;
    private final int key;
    private final int other;
    private int deadline = Integer.MAX_VALUE;
    private @Nullable Write<Integer> write;

    public WriteOnce(StoreChange change, int key, int other) {
        this.change = change;
        this.key = key;
        this.other = other;
    }

    @Override
    public GateOperation begin(Simulation simulation) {
        deadline = simulation.now() + simulation.scenario().longestWrite();
        SimulatedStore store = simulation.store();
        int begunAt = simulation.steps();
        return switch (change) {
            case INSERT ->
                write(simulation, key, null, store.inserting(key, begunAt)).noMeansPresent();
            case DELETE -> write(simulation, null, key, store.deleting(key, begunAt));
            case REPLACE -> write(simulation, other, key, store.replacing(key, other, begunAt));
            case PROLONG -> write(simulation, key, null, store.prolonging(key, begunAt));
            case ADD_OR_PROLONG ->
                write(simulation, key, null, store.insertingOrProlonging(key, begunAt))
                        .noMeansPresent();
        };
    }

    private Write<Integer> write(
            Simulation simulation, @Nullable Integer added, @Nullable Integer deleted, BooleanSupplier store) {
        Write<Integer> begun = simulation
                .protocol()
                .write(
                        simulation.core(),
                        added,
                        deleted,
                        store,
                        simulation.store().ordersWrites());
        write = begun;
        return begun;
    }

    @Override
    public void end(Simulation simulation) {
        Generation<Integer> incomplete = write == null ? null : write.foreignWrite();
        if (incomplete != null) {
            simulation.tripped(incomplete);
        }
    }

    /** Whether the store did it, and said so. */
    public boolean isDone() {
        return write != null && write.failure() == null && write.result();
    }

    @Override
    public int deadline() {
        return deadline;
    }

    /** What was sent before the process was gone may still be done. */
    @Override
    public void drop(Simulation simulation) {
        if (write != null && write.isAboutToAsk() && simulation.choices().below(2) == 0) {
            simulation.store().writeLater(change, key, other);
        }
    }

    @Override
    public String toString() {
        return change + " " + key + (change == StoreChange.REPLACE ? " by " + other : "");
    }
}
