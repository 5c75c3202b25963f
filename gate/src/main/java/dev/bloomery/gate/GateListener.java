package dev.bloomery.gate;

import dev.bloomery.gate.report.GateProblem;
import dev.bloomery.gate.report.GateState;
import dev.bloomery.gate.report.RebuildReport;

/**
 * Hears what happens to a gate, on the thread that it happens on. It should be quick. What it throws is logged, under
 * {@code dev.bloomery.gate}, and has no effect on the gate.
 */
public interface GateListener {
    /** Hears nothing. */
    GateListener NONE = new GateListener() {};

    /**
     * The state has changed. If it changes twice at the same moment the calls may come in any order.
     *
     * @param state the new state
     */
    default void stateChanged(GateState state) {}

    /**
     * A rebuild is done.
     *
     * @param report what it did
     */
    default void rebuilt(RebuildReport report) {}

    /**
     * A rebuild was given up.
     *
     * @param problem why; a {@link dev.bloomery.gate.report.RebuildException} around it if it was an {@link Error}
     */
    default void rebuildFailed(RuntimeException problem) {}

    /**
     * The gate found out that something is wrong with it, other than a rebuild that failed, and mends it by a rebuild in the background.
     *
     * @param problem what it is
     */
    default void problemFound(GateProblem problem) {}

    /**
     * More absent keys reach the store than promised; told once for each filter.
     *
     * @param measuredFpp the share of absent keys that the filter took for present
     * @param promisedFpp what the filter was made for
     */
    default void fppAlarm(double measuredFpp, double promisedFpp) {}
}
