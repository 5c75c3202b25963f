package dev.bloomery.benchmarks.contestant;

/** What a contestant can do beyond adds and queries by one thread, or cannot. */
public enum Trait {
    /** Any number of threads may add at the same time without losing a key. */
    SHARED_ADDS,
    /** Two threads must not even query at the same time. */
    EXCLUSIVE_QUERIES,
    /** Takes and answers many keys in one call. */
    BATCHES,
    /** Takes keys back. */
    REMOVES
}
