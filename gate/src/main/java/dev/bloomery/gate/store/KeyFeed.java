package dev.bloomery.gate.store;

/**
 * Brings the keys that others insert into the store.
 *
 * @param <K> the type of the keys
 */
@FunctionalInterface
public interface KeyFeed<K> {

    /**
     * Begins to bring keys. From the return on every key that others insert is handed over before it becomes visible in the store, or the
     * subscription is not {@link Subscription#isCurrent current} until it was; where neither can be kept, because a connection broke or messages
     * were lost, the receiver is told of a gap.
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

        /**
         * Whether every key of others that was visible in the store when this call began has been handed over when it returns. Each lookup asks this
         * before it reads the filter, and asks the store if the answer is false; so it must be quick, and for any number of threads.
         *
         * @return true: certainly; what a feed says that hands over every key before it becomes visible, however slow it is
         */
        default boolean isCurrent() {
            return true;
        }
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
