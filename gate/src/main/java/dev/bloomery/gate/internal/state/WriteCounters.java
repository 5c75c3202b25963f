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
    private final Map<Operation, Map<Outcome, LongAdder>> counters =
            new EnumMap<>(Operation.class); // not changed later

    public WriteCounters() {
        for (Operation operation : Operation.values()) {
            Map<Outcome, LongAdder> outcomes = new EnumMap<>(Outcome.class);
            for (Outcome outcome : Outcome.values()) {
                outcomes.put(outcome, new LongAdder());
            }
            counters.put(operation, outcomes);
        }
    }

    public void count(Operation operation, Outcome outcome) {
        Map<Outcome, LongAdder> outcomes = Objects.requireNonNull(counters.get(operation), "all are counted");
        Objects.requireNonNull(outcomes.get(outcome), "all are counted").increment();
    }

    public WriteCounts read() {
        Map<Operation, Map<Outcome, Long>> read = new EnumMap<>(Operation.class);
        counters.forEach((operation, outcomes) -> {
            Map<Outcome, Long> sums = new EnumMap<>(Outcome.class);
            outcomes.forEach((outcome, counter) -> sums.put(outcome, counter.sum()));
            read.put(operation, sums);
        });
        return new WriteCounts(read);
    }
}
