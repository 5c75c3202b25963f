package dev.bloomery;

/**
 * A filter that can forget single keys.
 *
 * <p><b>Remove only what was added.</b> A key that was never added, but tests <i>maybe</i> by chance, cannot be told from one
 * that was: removing it takes away what other keys rely on, and those are then missed. A key that tests absent is safe:
 * removing it changes nothing.
 *
 * @param <K> the type of the keys
 */
public interface RemovableFilter<K> extends AddableFilter<K> {

    /**
     * Takes back one {@code add} of this key.
     *
     * @param key a key that was added, and not yet removed as often
     * @return true: removed once; false: it tested absent, nothing changed
     */
    boolean remove(K key);

    /**
     * Takes back one {@code addHash} of this hash, like {@link #remove}.
     *
     * @param hash the hash of a key that was added
     * @return true: removed once; false: it tested absent, nothing changed
     */
    boolean removeHash(long hash);

    /**
     * {@link #remove} for a key that its encoder turns into {@code key}; see {@link #hashLong}.
     *
     * @param key what the encoder made of a key that was added
     * @return true: removed once; false: it tested absent, nothing changed
     */
    default boolean removeLong(long key) {
        return removeHash(hashLong(key));
    }
}
