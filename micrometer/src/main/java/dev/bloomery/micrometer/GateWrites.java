package dev.bloomery.micrometer;

import dev.bloomery.gate.AnyGate;
import dev.bloomery.gate.ExpiringGate;
import dev.bloomery.gate.Gate;
import dev.bloomery.gate.OwnerGate;
import dev.bloomery.gate.report.WriteCounts.Operation;
import dev.bloomery.gate.report.WriteCounts.Outcome;
import io.micrometer.core.instrument.Tags;
import java.util.EnumSet;
import java.util.Set;

/** The writes of a gate, by operation and outcome: of the operations that a gate of its kind has. */
final class GateWrites {
    private GateWrites() {}

    static void register(MeterSet<AnyGate<?>> meters, AnyGate<?> gate) {
        for (Operation operation : operations(gate)) {
            for (Outcome outcome : Outcome.values()) {
                meters.counter(
                        "bloomery.gate.writes",
                        "Writes through the gate, by what became of them",
                        null,
                        Tags.of("operation", MeterTags.value(operation), "outcome", MeterTags.value(outcome)),
                        one -> one.statistics().writes().count(operation, outcome));
            }
        }
    }

    private static Set<Operation> operations(AnyGate<?> gate) {
        EnumSet<Operation> operations = EnumSet.of(Operation.TICKET); // every gate has tickets
        if (gate instanceof Gate<?>) {
            operations.addAll(EnumSet.of(Operation.ADD, Operation.REMOVE, Operation.REPLACE));
        }
        if (gate instanceof ExpiringGate<?>) {
            operations.add(Operation.PROLONG);
        }
        if (gate instanceof OwnerGate<?, ?>) {
            operations.addAll(EnumSet.of(Operation.ADD, Operation.REMOVE, Operation.REMOVE_OWNER));
        }
        return operations;
    }
}
