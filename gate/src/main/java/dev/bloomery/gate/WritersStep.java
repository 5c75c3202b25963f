package dev.bloomery.gate;

/**
 * The question who writes the store.
 *
 * @param <K> the type of the keys
 * @param <B> the builder
 */
@FunctionalInterface
public interface WritersStep<K, B> {

    /**
     * Who writes the store.
     *
     * @param writers {@link StoreWriters#onlyThisProcess} or {@link StoreWriters#fedBy}
     * @return the builder
     */
    B writers(StoreWriters<K> writers);
}
