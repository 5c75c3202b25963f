package dev.bloomery.gate.simulation.task;

import dev.bloomery.capacity.FilterFullException;
import dev.bloomery.gate.AnyGate;
import dev.bloomery.gate.WriteTicket;
import dev.bloomery.gate.simulation.engine.Simulation;
import dev.bloomery.gate.simulation.engine.Task;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreException.Outcome;

/** The caller lets the life of a key begin anew in the store, and tells the gate before. */
public final class Prolong extends Task {
    private final int key;
    private int deadline = Integer.MAX_VALUE;

    public Prolong(int key) {
        super(Role.TICKET);
        this.key = key;
    }

    @Override
    @SuppressWarnings("unchecked") // there are no owners where keys expire
    public void run(Simulation simulation) {
        deadline = simulation.now() + simulation.scenario().longestWrite();
        AnyGate<Integer> gate = (AnyGate<Integer>) simulation.gate().real();
        try (WriteTicket<Integer> ticket = gate.beginWrite()) {
            prolong(simulation, ticket);
        }
    }

    private void prolong(Simulation simulation, WriteTicket<Integer> ticket) {
        try {
            ticket.adding(key);
        } catch (FilterFullException full) {
            ticket.rolledBack();
            return;
        }
        try {
            if (!simulation.store().prolong(key)) {
                ticket.notAdded(key);
            }
        } catch (StoreException failed) {
            if (failed.outcome() == Outcome.NOT_DONE) {
                ticket.rolledBack();
            }
            return; // else nobody knows
        } catch (IllegalStateException cutOff) {
            return;
        }
        ticket.committed();
    }

    @Override
    public int deadline() {
        return deadline;
    }

    @Override
    public String toString() {
        return "prolonging of " + key;
    }
}
