package dev.bloomery.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.RemovableFilter;
import dev.bloomery.info.FilterInfo;
import dev.bloomery.support.Seeds;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * The {@link LongKeysContract} for filters that can remove.
 *
 * @param <K> the type of the keys
 */
public abstract class RemovableLongKeysContract<K> extends LongKeysContract<K> {
    @Override
    protected abstract RemovableFilter<K> empty(long capacity);

    /** Random adds and removes, one way in one filter and the other way in its twin, against a multiset. */
    @Test
    void removeLong_randomOrder_isTheRemoveOfTheBoxedKey() {
        SplittableRandom random = Seeds.random("removeLong");
        RemovableFilter<K> byLongs = empty(MANY / 10);
        RemovableFilter<K> byKeys = empty(MANY / 10);
        int[] oracle = new int[MANY / 10];
        for (int step = 0; step < 5 * MANY; step++) {
            int index = random.nextInt(oracle.length);
            if (oracle[index] > 0 && random.nextBoolean()) {
                assertThat(byLongs.removeLong(primitive(index)))
                        .as("key %d at step %d, %s", index, step, Seeds.describe())
                        .isTrue();
                assertThat(byKeys.remove(key(index))).isTrue();
                oracle[index]--;
            } else if (oracle[index] < 2) {
                oracle[index] += addBothWays(byLongs, byKeys, index).isPresent() ? 1 : 0;
            }
            int asked = random.nextInt(oracle.length);
            boolean maybe = byLongs.mightContainLong(primitive(asked));
            assertThat(maybe).isEqualTo(byKeys.mightContain(key(asked)));
            assertThat(byLongs.countLong(primitive(asked)))
                    .isEqualTo(byKeys.count(key(asked)))
                    .isGreaterThanOrEqualTo(oracle[asked]);
            assertThat(oracle[asked] > 0 && !maybe)
                    .as("key %d is in and missing at step %d, %s", asked, step, Seeds.describe())
                    .isFalse();
        }
        assertAlike(byLongs, byKeys);
        for (int i = 0; i < oracle.length; i++) {
            for (; oracle[i] > 0; oracle[i]--) {
                assertThat(byLongs.removeLong(primitive(i))).isTrue();
            }
        }
        assertThat(byLongs.info().fillRatio()).as(Seeds.describe()).isZero();
    }

    @Test
    void removeLong_keyAddedBoxed_isGone() {
        RemovableFilter<K> filter = empty(MANY);
        filter.add(key(1));
        filter.addLong(primitive(2));
        assertThat(filter.removeLong(primitive(1))).isTrue();
        assertThat(filter.mightContain(key(1))).isFalse();
        assertThat(filter.remove(key(2))).isTrue();
        assertThat(filter.mightContainLong(primitive(2))).isFalse();
        assertThat(filter.info()).isEqualTo(empty(MANY).info());
    }

    @Test
    void removeLong_absentKey_changesNothing() {
        RemovableFilter<K> filter = empty(MANY);
        for (int i = 0; i < MANY / 2; i++) {
            filter.addLong(primitive(i));
        }
        FilterInfo before = filter.info();
        for (int i = MANY / 2; i < 3 * MANY; i++) {
            if (!filter.mightContainLong(primitive(i))) {
                assertThat(filter.removeLong(primitive(i))).isFalse();
            }
        }
        assertThat(filter.info()).isEqualTo(before);
    }
}
