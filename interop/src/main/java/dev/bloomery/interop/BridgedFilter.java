package dev.bloomery.interop;

import dev.bloomery.AddResult;
import dev.bloomery.AddableFilter;
import dev.bloomery.MembershipFilter;
import dev.bloomery.capacity.FilterFullException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The way from an old filter to a new one without the keys: queries ask both, adds go to the new one. When
 * the keys of the old filter are outdated, or all of them were added again, it is let go of, and what remains
 * is the new one.
 *
 * <pre>{@code
 * GuavaFilter<String> old = GuavaFilters.read(file, GuavaKeys.strings(UTF_8));
 * BloomFilter<String> fresh = Filters.bloom(utf8()).capacity(n).targetFpp(0.005).build();
 * BridgedFilter<String> seen = BridgedFilter.of(fresh, old);
 * }</pre>
 *
 * <p><b>No is certain</b> for the keys of both. A key that is in neither gets <i>maybe</i> from one or the
 * other, so the FPP is at most the sum of both: {@link #expectedFpp}. Choose that of the new filter such that
 * the sum is within what you can bear.
 *
 * <p>The old filter must not take keys any more. Any number of threads may add and query if the new filter
 * allows it.
 *
 * @param <K> the type of the keys
 */
public final class BridgedFilter<K> implements MembershipFilter<K> {
    private final AddableFilter<K> fresh;
    private final double oldFpp;
    private volatile @Nullable MembershipFilter<K> old;

    private BridgedFilter(AddableFilter<K> fresh, MembershipFilter<K> old) {
        this.fresh = fresh;
        this.old = old;
        this.oldFpp = old.info().currentFpp();
    }

    /**
     * A new filter before an old one. Reads all bits of the old one, for its FPP.
     *
     * @param fresh takes the adds; of this library
     * @param old is only asked; of whatever system
     * @param <K> the type of the keys
     * @return both as one
     */
    public static <K> BridgedFilter<K> of(AddableFilter<K> fresh, MembershipFilter<K> old) {
        return new BridgedFilter<>(Objects.requireNonNull(fresh, "fresh"), Objects.requireNonNull(old, "old"));
    }

    /**
     * A new filter before an old one of any library, which is asked through a method of yours: Redisson's
     * {@code RBloomFilter::contains}, say.
     *
     * @param fresh takes the adds; of this library
     * @param old true for every key of the old filter, and by chance for others
     * @param oldFpp how probable that chance is
     * @param <K> the type of the keys
     * @return both as one
     */
    public static <K> BridgedFilter<K> of(AddableFilter<K> fresh, Predicate<? super K> old, double oldFpp) {
        if (!(oldFpp >= 0 && oldFpp <= 1)) {
            throw new IllegalArgumentException("oldFpp is " + oldFpp + "; use a probability from 0 to 1");
        }
        return of(fresh, new PredicateFilter<>(Objects.requireNonNull(old, "old"), oldFpp));
    }

    @Override
    public boolean mightContain(K key) {
        if (fresh.mightContain(key)) {
            return true;
        }
        MembershipFilter<K> before = old;
        return before != null && before.mightContain(key);
    }

    /**
     * Adds a key to the new filter, also if the old one may have it: else it would be lost when that is let
     * go of.
     *
     * @param key the key
     * @return true: the key was certainly not added before this call began, to neither of them; false: it
     *     tested <i>maybe</i> before
     * @throws FilterFullException if the new filter takes no new keys; nothing is changed
     */
    public boolean add(K key) {
        boolean added = fresh.add(key);
        MembershipFilter<K> before = old;
        return added && (before == null || !before.mightContain(key));
    }

    /**
     * Adds a key, and says what became of it where {@link #add} would throw.
     *
     * @param key the key
     * @return what became of it
     */
    public AddResult tryAdd(K key) {
        AddResult result = fresh.tryAdd(key);
        MembershipFilter<K> before = old;
        return result == AddResult.ADDED && before != null && before.mightContain(key)
                ? AddResult.MAYBE_PRESENT
                : result;
    }

    /**
     * A bound for the FPP: that of the new filter by formula, and that of the old one by its bits, which are
     * read once.
     *
     * @return the sum, at most 1
     */
    public double expectedFpp() {
        return Math.min(1, fresh.expectedFpp() + (old == null ? 0 : oldFpp));
    }

    /**
     * The filter that takes the adds.
     *
     * @return the one that was given
     */
    public AddableFilter<K> fresh() {
        return fresh;
    }

    /**
     * The filter that is only asked.
     *
     * @return empty after {@link #dropOld}
     */
    public Optional<MembershipFilter<K>> old() {
        return Optional.ofNullable(old);
    }

    /**
     * Lets go of the old filter. From then on a key that was only in the old one gets <i>no</i>: call it when
     * these keys are outdated, or all of them were added to the new filter. Its memory is free when no query
     * uses it any more.
     */
    public void dropOld() {
        old = null;
    }

    /**
     * This filter for a gate, or whatever else wants an {@link AddableFilter}. It answers keys as this filter
     * does, and adds what it is told to add. <b>By a hash it says <i>maybe</i> to everything until the old
     * filter is let go of</b>, because that one cannot be asked by a hash of this library; gates ask by keys.
     *
     * @return a view, not a copy
     */
    public AddableFilter<K> asAddable() {
        return new BridgedView<>(this);
    }

    @Override
    public BridgedInfo info() {
        MembershipFilter<K> before = old;
        return new BridgedInfo(fresh.info(), Optional.ofNullable(before).map(MembershipFilter::info));
    }

    /** Both filters; no keys. */
    @Override
    public String toString() {
        return "BridgedFilter[" + fresh + ", " + (old == null ? "alone" : old) + "]";
    }
}
