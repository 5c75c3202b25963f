package dev.bloomery.redis;

/** Whether a {@link SharedFilter} may say no, and if not, what must happen before it may. */
public enum SharedState {
    /** It may. */
    CURRENT,
    /** This process has not heard of Redis for too long, or is still reading. It goes on by itself. */
    BEHIND,
    /** The filter is being filled from its source, by some process. If that process has ended, {@link SharedFilter#refill} begins again. */
    FILLING,
    /** Redis may have lost the last writes, and the processes bring their bits back. It goes on by itself if all writers are there. */
    RESTORING,
    /**
     * Redis was restarted or replaced, or has lost parts of the filter, and nobody can know what is missing. It stays so until {@link SharedFilter#refill} or
     * {@link SharedFilter#acceptLoss}.
     */
    LOST,
    /** There is another filter under the name now, of another plan or seed. Open it anew. */
    REPLACED,
    /** It was closed. */
    CLOSED
}
