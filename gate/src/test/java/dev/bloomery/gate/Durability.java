package dev.bloomery.gate;

/** What of a filter is left after a crash of the simulation. */
enum Durability {
    /** Nothing. */
    NONE,
    /** What was synced; every write syncs. */
    ALWAYS,
    /** What was synced; that happens now and then. */
    NOW_AND_THEN
}
