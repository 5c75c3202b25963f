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

    /**
     * An upper bound for the number of copies of the key, which is its adds less its removes. It is never too low. It may be too high because of
     * keys that look alike, or while a copy is being moved; it is 0 exactly if {@link #mightContain} is false.
     *
     * @param key the key
     * @return copies, at most as many as the kind can count
     */
    long count(K key);

    /**
     * {@link #count} for the key with this hash; see {@link #mightContainHash} for what a hash must be.
     *
     * @param hash 64 well-mixed bits
     * @return copies, at most as many as the kind can count
     */
    long countHash(long hash);

    /**
     * {@link #count} for a key that its encoder turns into {@code key}; see {@link #hashLong}.
     *
     * @param key what the encoder makes of the key
     * @return copies, at most as many as the kind can count
     */
    default long countLong(long key) {
        return countHash(hashLong(key));
    }
}
