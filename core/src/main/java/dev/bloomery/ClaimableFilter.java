package dev.bloomery;

/**
 * A filter by which many threads agree who handles a key: the one whose claim wins. Only kinds that cannot remove have it,
 * because after a remove a second claim could win.
 *
 * @param <K> the type of the keys
 */
public interface ClaimableFilter<K> extends AddableFilter<K> {

    /**
     * Adds the key and says whether this call was the first. Of all claims for a key, by however many threads, <b>at most
     * one ever wins</b>; of those that race for a key that tests absent, exactly one does. None wins if the key tests
     * <i>maybe</i> before, because it was added, or by chance: who must not lose a key to chance asks a store.
     *
     * <p>Claims of one key wait for each other, for the time of an add. A plain {@link #add} of the same key at the same
     * moment is not ordered with them.
     *
     * @param key the key
     * @return true: this call, and no other, has it
     */
    boolean claim(K key);

    /**
     * Claims the key with this hash; see {@link #mightContainHash} for what a hash must be.
     *
     * @param hash 64 well-mixed bits
     * @return true: this call, and no other, has it
     */
    boolean claimHash(long hash);

    /**
     * {@link #claim} for a key that its encoder turns into {@code key}; see {@link #hashLong}.
     *
     * @param key what the encoder makes of the key
     * @return true: this call, and no other, has it
     */
    default boolean claimLong(long key) {
        return claimHash(hashLong(key));
    }
}
