package dev.bloomery.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.bloomery.AddableFilter;
import dev.bloomery.FilterFullException;
import dev.bloomery.FilterInfo;
import dev.bloomery.key.LongKeyEncoder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * What every {@link AddableFilter} of a {@link LongKeyEncoder} promises of its {@code ...Long} methods: each does what the method
 * for the boxed key does. All filters of a class have the same seed.
 *
 * @param <K> the type of the keys
 */
public abstract class LongKeysContract<K> {
    /** Enough for several batches, few enough to run for every variant. */
    protected static final int MANY = 1_000;

    /** An empty filter for so many keys. */
    protected abstract AddableFilter<K> empty(long capacity);

    /** An empty filter that takes new keys until it has some hundred and refuses them from then on. */
    protected abstract AddableFilter<K> emptyThatRejects();

    protected abstract LongKeyEncoder<K> encoder();

    /** Key number {@code index}; different numbers give different keys. */
    protected abstract K key(long index);

    /** Keys at the edges of their type. */
    protected abstract List<K> edges();

    /** What the encoder makes of key number {@code index}. */
    protected final long primitive(long index) {
        return encoder().encodeToLong(key(index));
    }

    private long[] primitives(long from, long to) {
        long[] primitives = new long[(int) (to - from)];
        for (int i = 0; i < primitives.length; i++) {
            primitives[i] = primitive(from + i);
        }
        return primitives;
    }

    private List<K> boxed(long from, long to) {
        List<K> boxed = new ArrayList<>();
        for (long i = from; i < to; i++) {
            boxed.add(key(i));
        }
        return boxed;
    }

    /** Both hold the same keys: the same answers either way, and the same picture. */
    protected final void assertAlike(AddableFilter<K> byLongs, AddableFilter<K> byKeys) {
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
        AddableFilter<K> filter = empty(MANY);
        List<K> keys = new ArrayList<>(edges());
        keys.addAll(boxed(0, 3 * MANY));
        for (K key : keys) {
            assertThat(filter.hashLong(encoder().encodeToLong(key))).isEqualTo(filter.hash(key));
        }
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

    @Test
    void mightContainEachLong_anySize_answersLikeBoxedQueries() {
        AddableFilter<K> filter = empty(MANY);
        filter.addAll(boxed(0, MANY));
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
                boolean added = byLongs.addLong(primitive(index));
                assertThat(added).as("step %d, %s", step, Seeds.describe()).isEqualTo(byKeys.add(key(index)));
                assertThat(added && oracle.contains(index)).isFalse();
                oracle.add(index);
            }
            boolean maybe = byLongs.mightContainLong(primitive(index));
            assertThat(maybe).isEqualTo(byKeys.mightContain(key(index)));
            assertThat(!maybe && oracle.contains(index))
                    .as("key %d was added and is missing at step %d, %s", index, step, Seeds.describe())
                    .isFalse();
        }
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
                .isThrownBy(() -> filter.mightContainEachLong(nothing))
                .withMessage("keys");
        assertThatNullPointerException()
                .isThrownBy(() -> filter.addAllLongs(nothing))
                .withMessage("keys");
        assertThat(filter.info().insertions()).isZero();
    }
}
