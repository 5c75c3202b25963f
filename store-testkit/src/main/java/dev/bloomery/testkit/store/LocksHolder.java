package dev.bloomery.testkit.store;

/** Another process with a session of the same locks, for {@link StoreLocksContract}. */
public interface LocksHolder extends AutoCloseable {
    /**
     * {@link dev.bloomery.gate.store.StoreLocks.Session#tryLock} over there.
     *
     * @param number of the lock
     * @return whether it has the lock now
     */
    boolean tryLock(int number);

    /**
     * {@link dev.bloomery.gate.store.StoreLocks.Session#lockedByOthers} over there.
     *
     * @return a bit for each lock
     */
    int lockedByOthers();

    /** Stops the process in the middle of whatever it does, until {@link #resume}. */
    void stop();

    /** Lets a process that was stopped go on. */
    void resume();

    /** Ends it at once, as {@code kill -9} does. */
    @Override
    void close();
}
