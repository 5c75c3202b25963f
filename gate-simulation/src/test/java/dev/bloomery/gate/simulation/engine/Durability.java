package dev.bloomery.gate.simulation.engine;

/** What of a filter is left after a crash of the simulation. */
public enum Durability {
    /** Nothing. */
    NONE,
    /** What was synced; every write syncs. */
    ALWAYS,
    /** What was synced; that happens now and then. */
    NOW_AND_THEN
}
