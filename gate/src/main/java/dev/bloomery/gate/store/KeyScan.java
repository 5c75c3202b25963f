package dev.bloomery.gate.store;

import java.util.List;
import java.util.Optional;
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

    /**
     * Some keys that are there, quickly; which ones does not matter. A gate whose filter was kept on the disk looks whether the filter has them, when it is
     * opened. Unless the store knows better, these are the first keys of a {@link #scan}, which is ended by what its sink throws.
     *
     * @param atMost how many at most, positive
     * @return keys that are there; none only if there are none
     */
    default List<K> sample(int atMost) {
        return ScanSample.of(this, atMost);
    }

    /**
     * The locks by which the gates over this store know of each other, in all processes.
     *
     * @return the locks; empty, unless the store says otherwise, if it can hold none
     */
    default Optional<StoreLocks> locks() {
        return Optional.empty();
    }
}
