package dev.bloomery.gate.internal.guard;

/** Lets writes of the store begin, and counts those that are on their way. For any number of threads. */
public interface WriteRights {
    /** Every write may begin at once. */
    WriteRights ALWAYS = new WriteRights() {
        @Override
        public long begin() {
            return 0;
        }

        @Override
        public void end() {}

        @Override
        public void require(long right) {}
    };

    /**
     * A write begins, as soon as it may.
     *
     * @return the right to write, for {@link #require}; {@link #end} must follow
     * @throws dev.bloomery.gate.store.StoreException if it may not for too long; nothing was written
     * @throws IllegalStateException if the gate is closed
     */
    long begin();

    /** The write is over: it has committed, will never, or is in doubt. */
    void end();

    /**
     * The store is going to be written.
     *
     * @throws dev.bloomery.gate.store.StoreException if the right was lost since it was given; nothing was written
     */
    void require(long right);
}
