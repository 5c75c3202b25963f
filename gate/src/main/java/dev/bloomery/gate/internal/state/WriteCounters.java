package dev.bloomery.gate.internal.state;

import dev.bloomery.gate.report.WriteCounts;
import dev.bloomery.gate.report.WriteCounts.Operation;
import dev.bloomery.gate.report.WriteCounts.Outcome;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts writes by what became of them. For any number of threads, without a lock. */
public final class WriteCounters {
    private final LongAdder[] counters = new LongAdder[Operation.values().length * Outcome.values().length];

    public WriteCounters() {
        for (int i = 0; i < counters.length; i++) {
            counters[i] = new LongAdder();
        }
    }

    private LongAdder counter(Operation operation, Outcome outcome) {
        return counters[operation.ordinal() * Outcome.values().length + outcome.ordinal()];
    }

    public void count(Operation operation, Outcome outcome) {
        counter(operation, outcome).increment();
    }

    public WriteCounts read() {
        Map<Operation, Map<Outcome, Long>> read = new EnumMap<>(Operation.class);
        for (Operation operation : Operation.values()) {
            Map<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);
            for (Outcome outcome : Outcome.values()) {
                outcomes.put(outcome, counter(operation, outcome).sum());
            }
            read.put(operation, outcomes);
        }
        return new WriteCounts(read);
    }
}
