package dev.bloomery.gate;

/** What a write does. */
enum Change {
    INSERT,
    DELETE,
    REPLACE,
    PROLONG,
    ADD_OR_PROLONG
}
