package dev.bloomery.gate.internal.guard;

/** The gate that a {@link Guard} watches over. Called by one thread at a time. */
public interface Guarded {

    /** Others may write from the return on: no lookup that begins later is answered by a filter, and no filter that is being built will answer. */
    void stopAnswering();

    /** Nobody else writes, since before this call and until {@link #stopAnswering}: filters may be built and may answer. */
    void mayAnswer(Entry entry);

    /**
     * Another gate has the same store open.
     *
     * @param wasAlone whether this one was there first, and gives way
     */
    void met(boolean wasAlone);

    /** The locks are lost, or cannot be had. Called once until {@link #found}. */
    void lost(RuntimeException problem);

    /** The store can be asked for the locks again. */
    void found();

    /** Whether a write of this gate may still take effect although none is on its way here. */
    boolean hasWritesInDoubt();
}
