package dev.bloomery.gate.simulation.engine;

/** What a write does. */
public enum StoreChange {
    INSERT,
    DELETE,
    REPLACE,
    PROLONG,
    ADD_OR_PROLONG
}
