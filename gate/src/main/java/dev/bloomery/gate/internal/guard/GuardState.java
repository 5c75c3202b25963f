package dev.bloomery.gate.internal.guard;

/** What a gate may do, as its {@link Guard} has found out. */
public enum GuardState {
    /** There is no session with the store, or it was lost with all its locks: the gate neither writes nor answers, and begins again. */
    LOST,
    /** All places are taken: another gate is alone, or there are as many gates as places. The gate neither writes nor answers. */
    WAITING,
    /** The gate has a place, and waits until a process that lost its session must have noticed that. It neither writes nor answers. */
    ARRIVING,
    /** The gate may write; it does not answer, because others may write as well. */
    PRESENT,
    /** The gate has all places: it may write, and answer by itself. */
    ALONE,
    /** The gate is closed and has no lock. */
    CLOSED
}
