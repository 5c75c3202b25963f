package dev.bloomery;

import dev.bloomery.capacity.FilterFullException;
import dev.bloomery.info.QuickInfo;
import java.util.Objects;

/**
 * A filter that takes keys.
 *
 * <p>Unless the filter was built for a single writer, any number of threads may add and query at the same time, without
 * losing a key.
 *
 * @param <K> the type of the keys
 */
public interface AddableFilter<K> extends HashedFilter<K> {

    /**
     * Adds a key. From the return on, {@link #mightContain} is true for it.
     *
     * @param key the key
     * @return true: the key was certainly not added before this call began (of several threads that add the same new key
     *     at the same moment, several may get true); false: it tested <i>maybe</i> before
     * @throws FilterFullException if the filter takes no new keys; nothing is changed
     */
    boolean add(K key);

    /**
     * Adds a key and says what became of it, where {@link #add} would throw.
     *
     * @param key the key
     * @return what became of it
     */
    default AddResult tryAdd(K key) {
        try {
            return add(key) ? AddResult.ADDED : AddResult.MAYBE_PRESENT;
        } catch (FilterFullException full) {
            return AddResult.FULL;
        }
    }

    /**
     * Adds the key with this hash; see {@link #mightContainHash} for what a hash must be.
     *
     * @param hash 64 well-mixed bits
     * @return as for {@link #add}
     */
    boolean addHash(long hash);

    /**
     * {@link #add} for a key that its encoder turns into {@code key}; see {@link #hashLong}.
     *
     * @param key what the encoder makes of the key
     * @return as for {@link #add}
     */
    default boolean addLong(long key) {
        return addHash(hashLong(key));
    }

    /**
     * Adds all keys. If a key is refused, because it is null or the filter is full, the keys before it may have been added
     * or not.
     *
     * @param keys the keys
     * @return how many of the adds returned true
     */
    default long addAll(Iterable<? extends K> keys) {
        Objects.requireNonNull(keys, "keys");
        long added = 0;
        for (K key : keys) {
            added += add(key) ? 1 : 0;
        }
        return added;
    }

    /**
     * Adds all keys, like {@link #addAll(Iterable)}.
     *
     * @param keys the keys
     * @return how many of the adds returned true
     */
    default long addAll(K[] keys) {
        Objects.requireNonNull(keys, "keys");
        long added = 0;
        for (K key : keys) {
            added += add(key) ? 1 : 0;
        }
        return added;
    }

    /**
     * Adds all keys, each as in {@link #addLong}.
     *
     * @param keys what the encoder makes of the keys
     * @return how many of the adds returned true
     */
    default long addAllLongs(long[] keys) {
        Objects.requireNonNull(keys, "keys");
        long added = 0;
        for (long key : keys) {
            added += addLong(key) ? 1 : 0;
        }
        return added;
    }

    /**
     * Adds the keys with these hashes; see {@link #mightContainHash} for what a hash must be.
     *
     * @param hashes well-mixed hashes
     * @return how many of the adds returned true
     */
    default long addAllHashes(long[] hashes) {
        Objects.requireNonNull(hashes, "hashes");
        long added = 0;
        for (long hash : hashes) {
            added += addHash(hash) ? 1 : 0;
        }
        return added;
    }

    /**
     * Adds the keys with these hashes, and tells of each whether it was new: of two hashes that are the same, the second one is not. If the
     * filter is full, those before may have been added or not.
     *
     * @param hashes well-mixed hashes; see {@link #mightContainHash}
     * @return for each, in their order, what {@link #addHash} returns
     */
    default boolean[] addEachHash(long[] hashes) {
        boolean[] added = new boolean[Objects.requireNonNull(hashes, "hashes").length];
        for (int i = 0; i < hashes.length; i++) {
            added[i] = addHash(hashes[i]);
        }
        return added;
    }

    /**
     * The FPP at the present number of insertions, by formula: microseconds for large filters, up to milliseconds for those of
     * a few thousand bits. A Bloom filter with more than twice as many keys as its capacity is judged by its bits, which are all read.
     *
     * @return a probability from 0 to 1
     */
    double expectedFpp();

    /**
     * How full the filter is, by a look that takes the same time however large it is: at most some tenths of
     * a millisecond for the filters of this library, which
     * read a sample of their bits where they do not count them. A filter of your own reads what its
     * {@link #info} does, unless it knows better.
     *
     * @return a picture of this moment; adds that run meanwhile may be in it or not
     */
    default QuickInfo quickInfo() {
        return QuickInfo.of(info());
    }

    /**
     * Forgets all keys. An add that runs meanwhile may be forgotten too, in whole or in part, and a query may miss a key:
     * call it when no other thread adds.
     */
    void clear();
}
