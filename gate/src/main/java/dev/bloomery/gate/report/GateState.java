package dev.bloomery.gate.report;

/** Whether a gate may answer <i>no</i> by itself. */
public enum GateState {
    /** Its first filter is not complete yet: every lookup asks the store. */
    BUILDING,
    /** The filter has every key of the store: what it does not know is not there. */
    ACTIVE,
    /** Something may be in the store that the filter does not know: every lookup asks the store, until it was rebuilt. */
    DEGRADED,
    /** Closed: nothing is answered. */
    CLOSED
}
