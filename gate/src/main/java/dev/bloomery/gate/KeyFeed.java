package dev.bloomery.gate;

/**
 * Brings the keys that others insert into the store.
 *
 * @param <K> the type of the keys
 */
@FunctionalInterface
public interface KeyFeed<K> {

    /**
     * Begins to bring keys. From the return on every key that others insert is handed over before it becomes visible in the store; where that
     * cannot be kept, because a connection broke or messages were lost, the receiver is told of a gap.
     *
     * @param receiver takes the keys, from any thread
     * @return ends it
     */
    Subscription subscribe(Receiver<K> receiver);

    /** Ends the feed; may be called more than once. */
    @FunctionalInterface
    interface Subscription {
        /** Brings no more keys. */
        void cancel();
    }

    /**
     * Takes the keys of others.
     *
     * @param <K> the type of the keys
     */
    interface Receiver<K> {
        /**
         * Others are going to insert this key. Only when this has returned may it become visible.
         *
         * @param key the key
         */
        void adding(K key);

        /** Keys may have been missed: every lookup asks the store until the gate was rebuilt. */
        void gap();
    }
}
