package dev.bloomery.gate.store;

import java.util.Optional;

/**
 * Locks that are kept with a store, by which the gates over it, in any number of processes, know of each other. A gate whose writers are
 * {@link dev.bloomery.gate.StoreWriters#onlyThisProcess} uses them to notice that another process has the same gate open.
 *
 * <p>There are {@link #COUNT} locks, numbered from 0, for each set of keys: for a table and a column, say, or for the names with one prefix.
 */
public interface StoreLocks {
    /** How many locks there are. */
    int COUNT = 8;

    /**
     * Begins a session, which has no lock yet.
     *
     * @return the session, for one thread at a time; to be closed
     * @throws StoreException if the store cannot be reached, or refuses
     */
    Session open();

    /**
     * What has locks: a connection of its own, an open file. Every method throws a {@link StoreException} if the store cannot be reached, within 3 s: a gate must
     * notice that its locks are gone before another one, which waits for five seconds, relies on it. After an exception the session may have lost all its locks, and can
     * only be closed.
     */
    interface Session extends AutoCloseable {
        /**
         * Takes a lock if no session has it, without waiting. The session then has it until {@link #unlock} or {@link #close}, or until its process has
         * ended. A process that is only paused, for however long, still has it.
         *
         * @param number from 0 to {@link StoreLocks#COUNT} - 1, of a lock that this session does not have
         * @return true: this session has it now
         */
        boolean tryLock(int number);

        /**
         * Gives a lock back.
         *
         * @param number of a lock that this session has
         */
        void unlock(int number);

        /**
         * Which locks other sessions have. Also proves that this session still has its own.
         *
         * @return a bit for each lock, bit 0 for lock 0
         */
        int lockedByOthers();

        /**
         * Waits until every write has ended, or will never be done, that a process which has gone may have begun in the store. Stores that cannot tell return
         * true at once.
         *
         * @param longestMillis for how long at most
         * @return false: some have not ended; the session goes on, and is asked again later
         */
        default boolean awaitEarlierWrites(long longestMillis) {
            return true;
        }

        /**
         * Says that a gate begins to write, or to answer by itself, and that no earlier mark holds any more: one atomic step, kept by the store when this returns.
         *
         * @param owner a number by chance, of the gate
         * @return what was kept before; empty if the store can keep no epoch here, of which nothing follows
         */
        Optional<Epoch> raiseEpoch(long owner);

        /**
         * Says that the gate has ended and that no write of it is on its way, unless the epoch was raised since.
         *
         * @param epoch what {@link #raiseEpoch} began: one more than the number that it returned, and its own owner
         */
        void endEpoch(Epoch epoch);

        /** Gives all locks back. Throws nothing: a session that cannot be closed ends with its process. */
        @Override
        void close();
    }

    /**
     * Which gate was the last to begin. The same epoch means that no other gate has begun since.
     *
     * @param number how often one has begun; 0 if none ever has
     * @param owner the last one that has, 0 if none
     * @param ended whether that one has ended, and said so
     */
    record Epoch(long number, long owner, boolean ended) {
        /** What is kept where no gate has begun yet. */
        public static final Epoch NONE = new Epoch(0, 0, true);
    }
}
