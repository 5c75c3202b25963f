package dev.bloomery.spring;

import dev.bloomery.gate.report.GateProblem;
import dev.bloomery.gate.report.GateState;
import dev.bloomery.gate.report.RebuildReport;

/**
 * What happens to a gate that the properties describe, as an event of the application: {@code @EventListener void
 * hear(GateEvent.StateChanged event)}. Events are told in their order, by a thread of their own, from the moment on in which the
 * application context has started until it stops; what happens before waits for that.
 */
public sealed interface GateEvent {

    /**
     * The gate.
     *
     * @return its name as it is in the properties
     */
    String gate();

    /**
     * The state has changed.
     *
     * @param gate the gate
     * @param state the new state
     */
    record StateChanged(String gate, GateState state) implements GateEvent {}

    /**
     * A rebuild is done.
     *
     * @param gate the gate
     * @param report what it did
     */
    record Rebuilt(String gate, RebuildReport report) implements GateEvent {}

    /**
     * A rebuild was given up.
     *
     * @param gate the gate
     * @param problem why
     */
    record RebuildFailed(String gate, RuntimeException problem) implements GateEvent {}

    /**
     * The gate found out that something is wrong with it, and mends it.
     *
     * @param gate the gate
     * @param problem what it is
     */
    record ProblemFound(String gate, GateProblem problem) implements GateEvent {}

    /**
     * More absent keys reach the store than promised.
     *
     * @param gate the gate
     * @param measuredFpp the share of absent keys that the filter took for present
     * @param promisedFpp what the filter was made for
     */
    record FppAlarm(String gate, double measuredFpp, double promisedFpp) implements GateEvent {}
}
