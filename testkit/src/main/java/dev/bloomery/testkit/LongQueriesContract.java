package dev.bloomery.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.bloomery.HashedFilter;
import dev.bloomery.key.LongKeyEncoder;
import dev.bloomery.support.Seeds;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What every {@link HashedFilter} of a {@link LongKeyEncoder} promises of its {@code ...Long} queries: each answers like the
 * one for the boxed key.
 *
 * @param <K> the type of the keys
 */
public abstract class LongQueriesContract<K> {
    /** Enough for several batches, few enough to run for every variant. */
    protected static final int MANY = 1_000;

    /** A filter that holds these keys and has room for a thousand. All filters of a class have the same seed. */
    protected abstract HashedFilter<K> filterOf(List<K> members);

    protected abstract LongKeyEncoder<K> encoder();

    /** Key number {@code index}; different numbers give different keys. */
    protected abstract K key(long index);

    /** Keys at the edges of their type. */
    protected abstract List<K> edges();

    /** What the encoder makes of key number {@code index}. */
    protected final long primitive(long index) {
        return encoder().encodeToLong(key(index));
    }

    /** What the encoder makes of the keys from number {@code from} to before {@code to}. */
    protected final long[] primitives(long from, long to) {
        long[] primitives = new long[(int) (to - from)];
        for (int i = 0; i < primitives.length; i++) {
            primitives[i] = primitive(from + i);
        }
        return primitives;
    }

    /** The keys from number {@code from} to before {@code to}. */
    protected final List<K> boxed(long from, long to) {
        List<K> boxed = new ArrayList<>();
        for (long i = from; i < to; i++) {
            boxed.add(key(i));
        }
        return boxed;
    }

    /** Both hold the same keys: the same answers either way, and the same picture. */
    protected final void assertAlike(HashedFilter<K> byLongs, HashedFilter<K> byKeys) {
        assertThat(byLongs.info()).isEqualTo(byKeys.info());
        for (int i = 0; i < 5 * MANY; i++) {
            boolean expected = byKeys.mightContain(key(i));
            assertThat(byLongs.mightContainLong(primitive(i)))
                    .as("key %d, %s", i, Seeds.describe())
                    .isEqualTo(expected);
            assertThat(byLongs.mightContain(key(i))).isEqualTo(expected);
            assertThat(byKeys.mightContainLong(primitive(i))).isEqualTo(expected);
        }
    }

    @Test
    void hashLong_everyKey_isTheHashOfTheBoxedKey() {
        HashedFilter<K> filter = filterOf(List.of());
        List<K> keys = new ArrayList<>(edges());
        keys.addAll(boxed(0, 3 * MANY));
        for (K key : keys) {
            assertThat(filter.hashLong(encoder().encodeToLong(key))).isEqualTo(filter.hash(key));
        }
    }

    @Test
    void mightContainEachLong_anySize_answersLikeBoxedQueries() {
        HashedFilter<K> filter = filterOf(boxed(0, MANY));
        for (int size : new int[] {0, 1, 255, 256, 257, 2 * MANY}) {
            int from = MANY - size / 2;
            long[] asked = primitives(from, from + size);
            long[] given = asked.clone();
            boolean[] expected = filter.mightContainEach(boxed(from, from + size));
            assertThat(filter.mightContainEachLong(asked)).isEqualTo(expected);
            assertThat(asked).as("not modified").isEqualTo(given);
            for (int i = 0; i < size; i++) {
                assertThat(filter.mightContainLong(asked[i])).isEqualTo(expected[i]);
            }
        }
    }

    @Test
    void mightContainLong_edges_areOrdinaryKeys() {
        HashedFilter<K> filter = filterOf(edges());
        for (K key : edges()) {
            assertThat(filter.mightContainLong(encoder().encodeToLong(key))).isTrue();
            assertThat(filter.mightContain(key)).isTrue();
        }
    }

    @Test
    void longQueries_null_throwsAndNamesTheParameter() {
        HashedFilter<K> filter = filterOf(List.of());
        long[] nothing = MembershipFilterContract.nothing();
        assertThatNullPointerException()
                .isThrownBy(() -> filter.mightContainEachLong(nothing))
                .withMessage("keys");
    }
}
