package dev.bloomery.gate.simulation.task;

import dev.bloomery.capacity.FilterFullException;
import dev.bloomery.gate.AnyGate;
import dev.bloomery.gate.WriteTicket;
import dev.bloomery.gate.simulation.engine.SimulatedStore;
import dev.bloomery.gate.simulation.engine.Simulation;
import dev.bloomery.gate.simulation.engine.Task;

/** A transaction of the caller that inserts a key and deletes another. */
public final class Transaction extends Task {
    private final int inserted;
    private final int deleted;

    public Transaction(int inserted, int deleted) {
        super(Role.TICKET);
        this.inserted = inserted;
        this.deleted = deleted;
    }

    @Override
    @SuppressWarnings("unchecked") // a gate of owners is told of no transactions here
    public void run(Simulation simulation) {
        AnyGate<Integer> gate = (AnyGate<Integer>) simulation.gate().real();
        try (WriteTicket<Integer> ticket = gate.beginWrite()) {
            try {
                ticket.adding(inserted);
            } catch (FilterFullException full) {
                ticket.rolledBack();
                return;
            }
            if (commits(simulation, ticket)) {
                simulation.protocol().committed(ticket);
            }
        }
    }

    /** Whether it has, and knows it. */
    private boolean commits(Simulation simulation, WriteTicket<Integer> ticket) {
        switch (simulation.choices().below(5)) {
            case 3 -> ticket.rolledBack();
            case 4 -> {
                if (simulation.choices().below(2) == 0) {
                    apply(simulation.store(), ticket);
                }
                ticket.close();
            }
            default -> {
                apply(simulation.store(), ticket);
                return true;
            }
        }
        return false;
    }

    private void apply(SimulatedStore store, WriteTicket<Integer> ticket) {
        store.commit(inserted, deleted, (wasThere, deletes) -> tell(ticket, wasThere, deletes));
    }

    private void tell(WriteTicket<Integer> ticket, boolean wasThere, boolean deletes) {
        if (wasThere) {
            ticket.notAdded(inserted);
        }
        if (deletes) {
            ticket.deleted(deleted);
        }
    }

    @Override
    public String toString() {
        return "transaction that inserts " + inserted + " and deletes " + deleted;
    }
}
