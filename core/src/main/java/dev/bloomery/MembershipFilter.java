package dev.bloomery;

import dev.bloomery.info.FilterFigures;
import java.util.Collection;
import java.util.Objects;

/**
 * Answers "have I seen this key?" with <i>no</i> or <i>maybe</i>.
 *
 * <p><b>No is certain</b>: a key that was added gets <i>maybe</i> from every thread that sees the return of that
 * {@code add}. <b>Maybe is probable</b>: a key that was never added gets it with the false positive probability (FPP)
 * that the filter was sized for, up to its capacity.
 *
 * <p>Queries take no lock and may run beside everything else. Keys must not be null. Filters of this library answer by hash and by
 * {@code long}, too: see {@link HashedFilter}.
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
     * What the filter is and how full it is. Reads all its bits: fit for a log line or a metric, not for each query.
     *
     * @return a picture of this moment; adds that run meanwhile may be in it or not
     */
    FilterFigures info();
}
