package dev.bloomery;

import dev.bloomery.info.FilterInfo;
import java.util.Collection;
import java.util.Objects;

/**
 * Answers "have I seen this key?" with <i>no</i> or <i>maybe</i>.
 *
 * <p><b>No is certain</b>: a key that was added gets <i>maybe</i> from every thread that sees the return of that
 * {@code add}. <b>Maybe is probable</b>: a key that was never added gets it with the false positive probability (FPP)
 * that the filter was sized for, up to its capacity.
 *
 * <p>Queries take no lock and may run beside everything else. Keys must not be null.
 *
 * @param <K> the type of the keys
 */
public interface MembershipFilter<K> {

    /**
     * Whether {@code key} may have been added.
     *
     * @param key the key
     * @return false: certainly not; true: probably
     */
    boolean mightContain(K key);

    /**
     * The 64 bits that stand for {@code key} in this filter and in every filter of the same hash, seed and encoder. Hash
     * once, ask many: {@code mightContainHash(hash(key))} answers like {@code mightContain(key)}. Under a secret seed, keep
     * the hash as secret as the seed.
     *
     * @param key the key
     * @return its hash
     */
    long hash(K key);

    /**
     * The hash of a key that its encoder turns into {@code key}, without an object for it: {@code hashLong(id)} equals
     * {@code hash(id)} in a filter of {@code KeyEncoder.int64()}. The {@code ...Long} methods are the fast way in for filters
     * of a {@link dev.bloomery.key.LongKeyEncoder}: where the caller has a primitive, nothing is boxed. Under another encoder
     * no key has this hash.
     *
     * @param key what the encoder makes of the key
     * @return its hash
     */
    long hashLong(long key);

    /**
     * {@link #mightContain} for a key that its encoder turns into {@code key}; see {@link #hashLong}.
     *
     * @param key what the encoder makes of the key
     * @return false: certainly not; true: probably
     */
    default boolean mightContainLong(long key) {
        return mightContainHash(hashLong(key));
    }

    /**
     * Whether the key with this hash may have been added. The hash is used as it is: it must come from {@link #hash} of
     * a filter with the same hash and seed, or consist of 64 well-mixed bits (not a counter, not {@code hashCode()}), or
     * else the FPP does not hold.
     *
     * @param hash 64 well-mixed bits
     * @return false: certainly not; true: probably
     */
    boolean mightContainHash(long hash);

    /**
     * Answers many keys at once, which is faster than one after the other where the filter is larger than the caches.
     *
     * @param keys the keys
     * @return at each place the answer for the key at that place
     */
    default boolean[] mightContainEach(K[] keys) {
        Objects.requireNonNull(keys, "keys");
        boolean[] answers = new boolean[keys.length];
        for (int i = 0; i < keys.length; i++) {
            answers[i] = mightContain(keys[i]);
        }
        return answers;
    }

    /**
     * Answers many keys at once, like {@link #mightContainEach(Object[])}.
     *
     * @param keys the keys; must not change meanwhile
     * @return the answers in the order of the collection's iteration
     */
    default boolean[] mightContainEach(Collection<? extends K> keys) {
        boolean[] answers = new boolean[Objects.requireNonNull(keys, "keys").size()];
        int i = 0;
        for (K key : keys) {
            answers[i++] = mightContain(key);
        }
        return answers;
    }

    /**
     * Answers many keys at once, each as in {@link #mightContainLong}.
     *
     * @param keys what the encoder makes of the keys
     * @return at each place the answer for the key at that place
     */
    default boolean[] mightContainEachLong(long[] keys) {
        Objects.requireNonNull(keys, "keys");
        boolean[] answers = new boolean[keys.length];
        for (int i = 0; i < keys.length; i++) {
            answers[i] = mightContainLong(keys[i]);
        }
        return answers;
    }

    /**
     * Answers many hashes at once; each as in {@link #mightContainHash}.
     *
     * @param hashes well-mixed hashes
     * @return at each place the answer for the hash at that place
     */
    default boolean[] mightContainEachHash(long[] hashes) {
        Objects.requireNonNull(hashes, "hashes");
        boolean[] answers = new boolean[hashes.length];
        for (int i = 0; i < hashes.length; i++) {
            answers[i] = mightContainHash(hashes[i]);
        }
        return answers;
    }

    /**
     * What the filter is and how full it is. Reads all its bits: fit for a log line or a metric, not for each query.
     *
     * @return a picture of this moment; adds that run meanwhile may be in it or not
     */
    FilterInfo info();
}
