package dev.bloomery.gate.internal.state;

import dev.bloomery.gate.report.WriteCounts.Operation;
import dev.bloomery.gate.report.WriteCounts.Outcome;
import dev.bloomery.gate.store.StoreException;
import java.util.function.BooleanSupplier;

/**
 * One write of the store, which is counted by what the store made of it: whatever fails after that changes
 * nothing of it. For one thread.
 */
public final class CountedWrite implements BooleanSupplier {
    private final WriteCounters counters;
    private final Operation operation;
    private final BooleanSupplier store;
    private Outcome outcome = Outcome.REFUSED; // until the store is asked

    public CountedWrite(WriteCounters counters, Operation operation, BooleanSupplier store) {
        this.counters = counters;
        this.operation = operation;
        this.store = store;
    }

    /** Asks the store. */
    @Override
    public boolean getAsBoolean() {
        outcome = Outcome.UNKNOWN;
        try {
            boolean done = store.getAsBoolean();
            outcome = done ? Outcome.DONE : Outcome.NOT_DONE;
            return done;
        } catch (StoreException problem) {
            outcome = problem.outcome() == StoreException.Outcome.NOT_DONE ? Outcome.FAILED : Outcome.UNKNOWN;
            throw problem;
        }
    }

    /** Does the whole write, of which this is the access to the store, and counts it. */
    public boolean count(BooleanSupplier whole) {
        try {
            return whole.getAsBoolean();
        } finally {
            counters.count(operation, outcome);
        }
    }
}
