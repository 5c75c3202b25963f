package dev.bloomery.gate.internal.state;

import dev.bloomery.gate.report.WriteCounts;
import dev.bloomery.gate.report.WriteCounts.Operation;
import dev.bloomery.gate.report.WriteCounts.Outcome;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/** Counts writes by what became of them. For any number of threads, without a lock. */
public final class WriteCounters {
    private final Map<Operation, Map<Outcome, LongAdder>> counters = new EnumMap<>(Operation.class);

    public WriteCounters() {
        for (Operation operation : Operation.values()) {
            Map<Outcome, LongAdder> outcomes = new EnumMap<>(Outcome.class);
            for (Outcome outcome : Outcome.values()) {
                outcomes.put(outcome, new LongAdder());
            }
            counters.put(operation, outcomes);
        }
    }

    private LongAdder counter(Operation operation, Outcome outcome) {
        return Objects.requireNonNull(
                Objects.requireNonNull(counters.get(operation)).get(outcome));
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
