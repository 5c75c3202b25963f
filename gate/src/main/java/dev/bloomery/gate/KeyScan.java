package dev.bloomery.gate;

import java.util.function.Consumer;

/**
 * Hands over every key of a store.
 *
 * @param <K> the type of the keys
 */
@FunctionalInterface
public interface KeyScan<K> {

    /**
     * Hands over every key that is there from before the call until its end; those that come or go meanwhile may be among them.
     *
     * <p>It returns only if it is sure to have handed over all: an iterator that ended is no proof, because a connection that broke may look the
     * same. If it is not sure it throws.
     *
     * @param sink gets the keys, in any order, from one thread; what it throws must end the scan
     * @return how many keys it handed over, counted where they were read
     */
    long scan(Consumer<? super K> sink);
}
