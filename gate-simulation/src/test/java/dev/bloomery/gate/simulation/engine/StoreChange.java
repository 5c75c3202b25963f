package dev.bloomery.gate.simulation.engine;

/** What a write does. */
public enum StoreChange {
    INSERT,
    DELETE,
    REPLACE,
    PROLONG,
    ADD_OR_PROLONG,
    DELETE_OWNER;

    /** Whether it only makes keys present. */
    public boolean insertsOnly() {
        return this == INSERT || this == PROLONG || this == ADD_OR_PROLONG;
    }
}
