package dev.bloomery.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.bloomery.RemovableFilter;
import dev.bloomery.info.FilterInfo;
import dev.bloomery.support.Seeds;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * What every {@link RemovableFilter} promises, beside the {@link AddableFilterContract}.
 *
 * @param <K> the type of the keys
 */
public abstract class RemovableFilterContract<K> extends AddableFilterContract<K> {
    @Override
    protected abstract RemovableFilter<K> empty(long capacity);

    /** With these keys, each once. */
    private RemovableFilter<K> holding(int keys) {
        RemovableFilter<K> filter = empty(MANY);
        filter.addAll(keys(0, keys));
        return filter;
    }

    @Override
    protected boolean estimatesInsertions() {
        return true;
    }

    @Test
    void remove_onlyKey_leavesTheFilterEmpty() {
        RemovableFilter<K> filter = holding(1);
        assertThat(filter.remove(key(0))).isTrue();
        assertThat(filter.mightContain(key(0))).isFalse();
        assertThat(filter.info()).isEqualTo(empty(MANY).info());
    }

    @Test
    void remove_presentKeys_areGoneAndTheOthersStay() {
        RemovableFilter<K> filter = holding(MANY);
        for (int i = 0; i < MANY; i += 2) {
            assertThat(filter.remove(key(i)))
                    .as("key %d, %s", i, Seeds.describe())
                    .isTrue();
        }
        long hits = 0;
        for (int i = 0; i < MANY; i += 2) {
            assertThat(filter.mightContain(key(i + 1)))
                    .as("key %d was not removed, %s", i + 1, Seeds.describe())
                    .isTrue();
            hits += filter.mightContain(key(i)) ? 1 : 0;
        }
        // those removed look present only by the chance that any absent key has
        RateBound.assertRateAtMost(2 * filter.info().targetFpp(), hits, MANY / 2, "removed keys");
    }

    @Test
    void remove_all_leavesTheFilterEmpty() {
        RemovableFilter<K> filter = holding(MANY);
        for (int i = 0; i < MANY; i++) {
            assertThat(filter.mightContain(key(i))).isTrue();
            assertThat(filter.remove(key(i))).isTrue();
        }
        FilterInfo info = filter.info();
        assertThat(info.fillRatio()).isZero();
        assertThat(info.approximateDistinct()).isZero();
        assertThat(info.currentFpp()).isZero();
        for (int i = 0; i < 2 * MANY; i++) {
            assertThat(filter.mightContain(key(i))).isFalse();
        }
    }

    @Test
    void remove_absentKey_changesNothing() {
        RemovableFilter<K> filter = holding(MANY / 2);
        FilterInfo before = filter.info();
        int refused = 0;
        for (int i = MANY / 2; i < 3 * MANY; i++) {
            if (!filter.mightContain(key(i))) {
                assertThat(filter.remove(key(i))).isFalse();
                assertThat(filter.removeHash(filter.hash(key(i)))).isFalse();
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(2 * MANY);
        assertThat(filter.info()).isEqualTo(before);
        for (int i = 0; i < MANY / 2; i++) { // each is in exactly once, as before
            assertThat(filter.mightContain(key(i))).isTrue();
            assertThat(filter.remove(key(i))).isTrue();
        }
        assertThat(filter.info().fillRatio()).isZero();
    }

    @Test
    void remove_emptyFilter_changesNothing() {
        RemovableFilter<K> filter = empty(MANY);
        for (int i = 0; i < 100; i++) {
            assertThat(filter.remove(key(i))).isFalse();
        }
        assertThat(filter.info()).isEqualTo(empty(MANY).info());
    }

    @Test
    void remove_keyAddedTwice_isInUntilRemovedTwice() {
        RemovableFilter<K> filter = empty(MANY);
        assertThat(filter.add(key(0))).isTrue();
        assertThat(filter.add(key(0))).isFalse();
        assertThat(filter.info().insertions()).isEqualTo(1);
        assertThat(filter.remove(key(0))).isTrue();
        assertThat(filter.mightContain(key(0))).isTrue();
        assertThat(filter.info().insertions()).isEqualTo(1);
        assertThat(filter.remove(key(0))).isTrue();
        assertThat(filter.mightContain(key(0))).isFalse();
        assertThat(filter.remove(key(0))).isFalse();
        assertThat(filter.info()).isEqualTo(empty(MANY).info());
    }

    @Test
    void add_afterRemove_isNewAgain() {
        RemovableFilter<K> filter = empty(MANY);
        for (int round = 0; round < 40; round++) { // more often than a small counter counts
            assertThat(filter.add(key(0))).as("round %d", round).isTrue();
            assertThat(filter.mightContain(key(0))).isTrue();
            assertThat(filter.info().insertions()).isEqualTo(1);
            assertThat(filter.remove(key(0))).isTrue();
            assertThat(filter.mightContain(key(0))).isFalse();
            assertThat(filter.info().insertions()).isZero();
        }
    }

    @Test
    void removeHash_hashOfKey_removesTheKey() {
        RemovableFilter<K> filter = holding(10);
        assertThat(filter.removeHash(filter.hash(key(3)))).isTrue();
        assertThat(filter.mightContain(key(3))).isFalse();
        assertThat(filter.mightContain(key(4))).isTrue();
    }

    /** The count is an estimate, but one that does not drift: at the end it is 0 again, however often keys came and went. */
    @Test
    void addAndRemove_overAndOver_countsWhatIsIn() {
        RemovableFilter<K> filter = holding(MANY);
        for (int round = 0; round < 20; round++) {
            double before = filter.expectedFpp();
            for (int i = 0; i < MANY / 2; i++) {
                assertThat(filter.remove(key(i))).isTrue();
            }
            assertThat((double) filter.info().insertions()).isBetween(0.45 * MANY, 0.55 * MANY);
            assertThat(filter.expectedFpp()).isLessThan(before);
            filter.addAll(keys(0, MANY / 2));
            assertThat((double) filter.info().insertions()).isBetween(0.95 * MANY, 1.05 * MANY);
        }
        for (int i = 0; i < MANY; i++) {
            assertThat(filter.remove(key(i))).isTrue();
        }
        assertThat(filter.info()).isEqualTo(empty(MANY).info());
        assertThat(filter.expectedFpp()).isZero();
    }

    @Test
    void remove_nullKey_throwsAndNamesTheParameter() {
        RemovableFilter<K> filter = holding(3);
        FilterInfo before = filter.info();
        assertThatNullPointerException()
                .isThrownBy(() -> filter.remove(nothing()))
                .withMessage("key");
        assertThat(filter.info()).isEqualTo(before);
    }

    /** Copies from none to three, and some of them taken back again. */
    @Test
    void count_copiesAddedAndRemoved_isAtLeastWhatIsIn() {
        RemovableFilter<K> filter = empty(MANY);
        int keys = MANY / 5;
        int[] oracle = new int[3 * keys];
        for (int i = 0; i < keys; i++) {
            for (int copy = 0; copy <= i % 3; copy++) {
                filter.add(key(i));
                oracle[i]++;
            }
        }
        for (int i = 0; i < keys; i += 2) {
            assertThat(filter.remove(key(i))).isTrue();
            oracle[i]--;
        }
        int exact = 0;
        for (int i = 0; i < oracle.length; i++) {
            long count = filter.count(key(i));
            assertThat(count).as("key %d, %s", i, Seeds.describe()).isGreaterThanOrEqualTo(oracle[i]);
            assertThat(count > 0).isEqualTo(filter.mightContain(key(i)));
            assertThat(filter.countHash(filter.hash(key(i)))).isEqualTo(count);
            exact += count == oracle[i] ? 1 : 0;
        }
        // a count is too high for a key whose fingerprint or counters others have, which is as rare as a false positive
        RateBound.assertRateAtMost(2 * filter.info().targetFpp(), oracle.length - exact, oracle.length, "counts");
    }

    @Test
    void count_nullKey_throwsAndNamesTheParameter() {
        RemovableFilter<K> filter = holding(3);
        assertThatNullPointerException()
                .isThrownBy(() -> filter.count(nothing()))
                .withMessage("key");
    }

    /** Random adds, removes and queries against a multiset. */
    @Test
    void addRemoveAndQuery_randomOrder_neverMissWhatTheOracleHas() {
        SplittableRandom random = Seeds.random("addRemoveAndQuery");
        int[] oracle = new int[MANY / 10];
        RemovableFilter<K> filter = empty(fillsUp() ? 2 * oracle.length : oracle.length);
        for (int step = 0; step < 6 * MANY; step++) {
            int index = random.nextInt(oracle.length);
            if (oracle[index] > 0 && random.nextBoolean()) {
                assertThat(filter.remove(key(index)))
                        .as("key %d at step %d, %s", index, step, Seeds.describe())
                        .isTrue();
                oracle[index]--;
            } else if (oracle[index] < 2) { // so few that a counter of 4 bits cannot stick, but by a chance of 1e-5
                filter.add(key(index));
                oracle[index]++;
            }
            int asked = random.nextInt(oracle.length);
            assertThat(oracle[asked] > 0 && !filter.mightContain(key(asked)))
                    .as("key %d is in and missing at step %d, %s", asked, step, Seeds.describe())
                    .isFalse();
        }
        for (int i = 0; i < oracle.length; i++) {
            assertThat(oracle[i] > 0 && !filter.mightContain(key(i))).isFalse();
            for (; oracle[i] > 0; oracle[i]--) {
                assertThat(filter.remove(key(i))).isTrue();
            }
        }
        assertThat(filter.info().fillRatio())
                .as("all that was added was removed, %s", Seeds.describe())
                .isZero();
    }
}
