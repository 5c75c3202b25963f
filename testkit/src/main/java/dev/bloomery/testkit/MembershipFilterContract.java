package dev.bloomery.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.bloomery.MembershipFilter;
import dev.bloomery.info.FilterFigures;
import dev.bloomery.support.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * What every {@link MembershipFilter} promises. Extend it once for each kind of filter, key and mode.
 *
 * <p>Keys are known by number: {@link #key} gives different keys for different numbers, so that keys without a useful
 * {@code equals}, such as arrays, can be tested too.
 *
 * @param <K> the type of the keys
 */
public abstract class MembershipFilterContract<K> {
    /** Enough for several batches, few enough to run for every variant. */
    protected static final int MANY = 1_000;

    /** A filter that holds these keys and has room for them. */
    protected abstract MembershipFilter<K> filterOf(List<K> members);

    /** Key number {@code index}; a new object at each call where the type allows it. */
    protected abstract K key(long index);

    /** An array of the keys, of their own type. */
    protected abstract K[] array(List<K> keys);

    /** Whether the count of insertions is an estimate, as it is where keys can be removed. */
    protected boolean estimatesInsertions() {
        return false;
    }

    protected final List<K> keys(long from, long to) {
        return LongStream.range(from, to).mapToObj(this::key).toList();
    }

    @Test
    void mightContain_member_isTrue() {
        for (int size : new int[] {0, 1, 2, 10, MANY}) {
            MembershipFilter<K> filter = filterOf(keys(0, size));
            for (int i = 0; i < size; i++) {
                assertThat(filter.mightContain(key(i)))
                        .as("key %d of %d, %s", i, size, Seeds.describe())
                        .isTrue();
            }
        }
    }

    @Test
    void mightContain_emptyFilter_isAlwaysFalse() {
        MembershipFilter<K> filter = filterOf(List.of());
        for (int i = 0; i < MANY; i++) {
            assertThat(filter.mightContain(key(i))).isFalse();
        }
    }

    @Test
    void mightContain_absentKey_isMostlyFalse() {
        MembershipFilter<K> filter = filterOf(keys(0, MANY));
        long hits = 0;
        for (int i = MANY; i < 21 * MANY; i++) {
            hits += filter.mightContain(key(i)) ? 1 : 0;
        }
        // one filter is no FPP test; this one only sees a filter that answers maybe to (nearly) everything
        RateBound.assertRateAtMost(2 * filter.info().targetFpp(), hits, 20 * MANY, "absent keys");
    }

    @Test
    void mightContainEach_anySize_answersLikeSingleQueries() {
        MembershipFilter<K> filter = filterOf(keys(0, MANY));
        for (int size : new int[] {0, 1, 255, 256, 257, 2 * MANY}) {
            List<K> asked = keys(MANY - size / 2, MANY - size / 2 + size);
            boolean[] expected = new boolean[size];
            for (int i = 0; i < size; i++) {
                expected[i] = filter.mightContain(asked.get(i));
            }
            assertThat(filter.mightContainEach(array(asked))).isEqualTo(expected);
            assertThat(filter.mightContainEach(asked)).isEqualTo(expected);
        }
    }

    @Test
    void queries_nullKey_throwAndNameTheParameter() {
        MembershipFilter<K> filter = filterOf(keys(0, 3));
        List<K> withNull = new ArrayList<>(keys(0, 3));
        withNull.set(1, nothing());
        assertThatNullPointerException()
                .isThrownBy(() -> filter.mightContain(nothing()))
                .withMessage("key");
        assertThatNullPointerException()
                .isThrownBy(() -> filter.mightContainEach(withNull))
                .withMessage("key");
        assertThatNullPointerException()
                .isThrownBy(() -> filter.mightContainEach(array(withNull)))
                .withMessage("key");
    }

    @Test
    void queries_anyNumber_changeNothing() {
        MembershipFilter<K> filter = filterOf(keys(0, MANY));
        FilterFigures before = filter.info();
        for (int i = 0; i < 3 * MANY; i++) {
            filter.mightContain(key(i));
        }
        filter.mightContainEach(keys(0, 3 * MANY));
        assertThat(filter.info()).isEqualTo(before);
    }

    @Test
    void info_atCapacity_staysWithinItsPlan() {
        FilterFigures info = filterOf(keys(0, MANY)).info();
        assertThat(info.capacity()).isGreaterThanOrEqualTo(MANY);
        // how many keys came follows from how many were new, or from the fill: to within some percent of 1,000
        double allowed = estimatesInsertions() ? 1.25 : 1.1;
        assertThat(info.expectedFpp())
                .isLessThanOrEqualTo(allowed * info.targetFpp())
                .isPositive();
        assertThat(info.currentFpp()).isBetween(0.0, 1.0);
        assertThat(info.fillRatio()).isBetween(0.0, 1.0);
        assertThat((double) info.approximateDistinct()).isBetween(0.8 * MANY, 1.2 * MANY);
        assertThat(info.memoryBytes()).isPositive();
    }

    @SuppressWarnings({"NullAway", "unchecked", "TypeParameterUnusedInFormals"}) // the point of the test
    public static <T> T nothing() {
        return (T) Collections.singletonList(null).get(0);
    }
}
