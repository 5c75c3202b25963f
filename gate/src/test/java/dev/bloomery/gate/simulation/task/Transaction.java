package dev.bloomery.gate.simulation.task;

import dev.bloomery.capacity.FilterFullException;
import dev.bloomery.gate.HiddenConstructors;
import dev.bloomery.gate.WriteTicket;
import dev.bloomery.gate.simulation.engine.ScriptedTask;
import dev.bloomery.gate.simulation.engine.SimulatedStore;
import dev.bloomery.gate.simulation.engine.Simulation;
import org.jspecify.annotations.Nullable;

/** A transaction of the caller that inserts a key and deletes another. */
public final class Transaction extends ScriptedTask {
    private final int inserted;
    private final int deleted;
    private @Nullable WriteTicket<Integer> ticket;
    private int begunAt;

    public Transaction(int inserted, int deleted) {
        this.inserted = inserted;
        this.deleted = deleted;
    }

    @Override
    public boolean perform(Simulation simulation, int at) {
        if (ticket == null) {
            begunAt = simulation.steps();
            ticket = HiddenConstructors.ticket(
                    simulation.core(), simulation.store().ordersWrites());
            return true;
        }
        return switch (at) {
            case 1 -> add(ticket);
            case 2 -> commit(simulation, ticket);
            default -> {
                simulation.protocol().committed(ticket);
                yield false;
            }
        };
    }

    private boolean add(WriteTicket<Integer> open) {
        try {
            open.adding(inserted);
            return true;
        } catch (FilterFullException full) {
            open.rolledBack();
            return false;
        }
    }

    private boolean commit(Simulation simulation, WriteTicket<Integer> open) {
        switch (simulation.choices().below(5)) {
            case 3 -> {
                open.rolledBack();
                return false;
            }
            case 4 -> {
                if (simulation.choices().below(2) == 0) {
                    apply(simulation.store(), open);
                }
                open.close();
                return false;
            }
            default -> {
                apply(simulation.store(), open);
                return true;
            }
        }
    }

    private void apply(SimulatedStore store, WriteTicket<Integer> open) {
        store.endLateWrites(inserted, inserted, begunAt);
        if (store.isPresent(deleted)) {
            store.endLateWrites(deleted, deleted, begunAt);
        }
        if (store.isPresent(inserted)) {
            open.notAdded(inserted);
        } else {
            store.put(inserted);
        }
        if (store.isPresent(deleted) && deleted != inserted) {
            open.deleted(deleted);
            store.take(deleted);
        }
    }

    @Override
    public String toString() {
        return "transaction that inserts " + inserted + " and deletes " + deleted;
    }
}
