package dev.bloomery.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.bloomery.AddableFilter;
import dev.bloomery.HashedFilter;
import dev.bloomery.capacity.FilterFullException;
import dev.bloomery.info.FilterInfo;
import dev.bloomery.key.LongKeyEncoder;
import dev.bloomery.support.Seeds;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * What every {@link AddableFilter} of a {@link LongKeyEncoder} promises of its {@code ...Long} methods: each does what the method
 * for the boxed key does. All filters of a class have the same seed.
 *
 * @param <K> the type of the keys
 */
public abstract class LongKeysContract<K> extends LongQueriesContract<K> {
    /** An empty filter for so many keys. */
    protected abstract AddableFilter<K> empty(long capacity);

    @Override
    protected HashedFilter<K> filterOf(List<K> members) {
        AddableFilter<K> filter = empty(MANY);
        filter.addAll(members);
        return filter;
    }

    /** An empty filter that takes new keys until it has some hundred and refuses them from then on. */
    protected abstract AddableFilter<K> emptyThatRejects();

    /** Whether each add takes room, also that of a copy, so that it may be refused before the filter has as many keys as it was made for. */
    protected boolean fillsUp() {
        return false;
    }

    /** Adds a key one way in one filter and the other way in its twin: whether it was new, or nothing if both refuse it. */
    final Optional<Boolean> addBothWays(AddableFilter<K> byLongs, AddableFilter<K> byKeys, int index) {
        boolean added;
        try {
            added = byLongs.addLong(primitive(index));
        } catch (FilterFullException full) {
            if (!fillsUp()) {
                throw full;
            }
            assertThatExceptionOfType(FilterFullException.class).isThrownBy(() -> byKeys.add(key(index)));
            return Optional.empty();
        }
        assertThat(byKeys.add(key(index)))
                .as("key %d, %s", index, Seeds.describe())
                .isEqualTo(added);
        return Optional.of(added);
    }

    @Test
    void addLong_edges_areOrdinaryKeys() {
        AddableFilter<K> filter = empty(MANY);
        for (K key : edges()) {
            long primitive = encoder().encodeToLong(key);
            assertThat(filter.addLong(primitive)).isEqualTo(!filter.add(key));
            assertThat(filter.mightContainLong(primitive)).isTrue();
            assertThat(filter.mightContain(key)).isTrue();
            assertThat(filter.addLong(primitive)).isFalse();
        }
    }

    /** Adds one way in one filter, the other way in its twin; the oracle knows which keys are in. */
    @Test
    void addLong_randomOrder_isTheAddOfTheBoxedKey() {
        SplittableRandom random = Seeds.random("addLong");
        AddableFilter<K> byLongs = empty(MANY);
        AddableFilter<K> byKeys = empty(MANY);
        Set<Integer> oracle = new HashSet<>();
        for (int step = 0; step < 5 * MANY; step++) {
            int index = random.nextInt(2 * MANY);
            if (random.nextInt(3) == 0 && oracle.size() < MANY) {
                Optional<Boolean> added = addBothWays(byLongs, byKeys, index);
                assertThat(added.orElse(false) && oracle.contains(index)).isFalse();
                added.ifPresent(taken -> oracle.add(index));
            }
            boolean maybe = byLongs.mightContainLong(primitive(index));
            assertThat(maybe).isEqualTo(byKeys.mightContain(key(index)));
            assertThat(!maybe && oracle.contains(index))
                    .as("key %d was added and is missing at step %d, %s", index, step, Seeds.describe())
                    .isFalse();
        }
        assertThat(oracle)
                .as("keys that were not refused, %s", Seeds.describe())
                .hasSizeGreaterThan(MANY / 2);
        assertAlike(byLongs, byKeys);
    }

    @Test
    void addAllLongs_anySize_isTheAddOfAllBoxedKeys() {
        for (int size : new int[] {0, 1, 255, 256, 257, MANY}) {
            List<K> keys = boxed(0, size);
            keys.addAll(boxed(0, size / 3)); // some again
            long[] primitives = keys.stream().mapToLong(encoder()::encodeToLong).toArray();
            long[] given = primitives.clone();
            AddableFilter<K> byLongs = empty(MANY);
            AddableFilter<K> byKeys = empty(MANY);
            assertThat(byLongs.addAllLongs(primitives)).isEqualTo(byKeys.addAll(keys));
            assertThat(primitives).as("not modified").isEqualTo(given);
            for (int i = 0; i < size; i++) {
                assertThat(byLongs.mightContain(key(i))).isTrue();
            }
            assertAlike(byLongs, byKeys);
        }
    }

    @Test
    void addLong_fullFilter_isRefusedLikeTheBoxedKey() {
        AddableFilter<K> byLongs = emptyThatRejects();
        AddableFilter<K> byKeys = emptyThatRejects();
        long refused = -1;
        for (int i = 0; refused < 0 && i < 100 * MANY; i++) {
            try {
                byKeys.add(key(i));
                byLongs.addLong(primitive(i));
            } catch (FilterFullException full) {
                refused = i;
            }
        }
        assertThat(refused).as("full in the end").isPositive();
        long key = primitive(refused);
        FilterInfo before = byLongs.info();
        assertThatExceptionOfType(FilterFullException.class).isThrownBy(() -> byLongs.addLong(key));
        assertThatExceptionOfType(FilterFullException.class).isThrownBy(() -> byLongs.addAllLongs(new long[] {key}));
        assertThat(byLongs.info()).as("nothing changed").isEqualTo(before);
        assertThat(byLongs.addLong(primitive(0))).as("a present key").isFalse();
        assertThat(byKeys.add(key(0))).isFalse();
        assertAlike(byLongs, byKeys);
    }

    @Test
    void longs_null_throwsAndNamesTheParameter() {
        AddableFilter<K> filter = empty(10);
        long[] nothing = MembershipFilterContract.nothing();
        assertThatNullPointerException()
                .isThrownBy(() -> filter.addAllLongs(nothing))
                .withMessage("keys");
        assertThat(filter.info().insertions()).isZero();
    }
}
