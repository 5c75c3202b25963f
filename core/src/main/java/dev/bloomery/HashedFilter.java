package dev.bloomery;

import dev.bloomery.info.FilterInfo;
import java.util.Objects;

/**
 * A filter that asks for 64 bits of a key and no more: it can be asked by that hash, and by a {@code long}, without an object for the key. Filters
 * of other systems may need more, and are {@link MembershipFilter} only.
 *
 * @param <K> the type of the keys
 */
public interface HashedFilter<K> extends MembershipFilter<K> {

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

    @Override
    FilterInfo info();
}
