package dev.bloomery.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.bloomery.ClaimableFilter;
import dev.bloomery.capacity.FilterFullException;
import dev.bloomery.support.Seeds;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * The {@link LongKeysContract} for filters by which threads agree who handles a key.
 *
 * @param <K> the type of the keys
 */
public abstract class ClaimableLongKeysContract<K> extends LongKeysContract<K> {
    @Override
    protected abstract ClaimableFilter<K> empty(long capacity);

    @Override
    protected abstract ClaimableFilter<K> emptyThatRejects();

    /** Whether several threads may claim at the same time. */
    protected abstract boolean sharedByWriters();

    @Test
    void claimLong_randomOrder_isTheClaimOfTheBoxedKey() {
        SplittableRandom random = Seeds.random("claimLong");
        ClaimableFilter<K> byLongs = empty(MANY);
        ClaimableFilter<K> byKeys = empty(MANY);
        Set<Integer> oracle = new HashSet<>();
        for (int step = 0; step < 3 * MANY; step++) {
            int index = random.nextInt(MANY);
            boolean absent = !byLongs.mightContainLong(primitive(index));
            boolean won = byLongs.claimLong(primitive(index));
            assertThat(won).as("step %d, %s", step, Seeds.describe()).isEqualTo(absent);
            assertThat(byKeys.claim(key(index))).isEqualTo(won);
            assertThat(won && oracle.contains(index)).as("won twice").isFalse();
            oracle.add(index);
            assertThat(byLongs.mightContain(key(index))).isTrue();
        }
        assertAlike(byLongs, byKeys);
    }

    @Test
    void claimLong_keyAddedOrClaimedBoxed_isLost() {
        ClaimableFilter<K> filter = empty(MANY);
        filter.add(key(1));
        assertThat(filter.claimLong(primitive(1))).isFalse();
        assertThat(filter.claim(key(2))).isTrue();
        assertThat(filter.claimLong(primitive(2))).isFalse();
        assertThat(filter.claimLong(primitive(3))).isTrue();
        assertThat(filter.claim(key(3))).isFalse();
        assertThat(filter.addLong(primitive(3))).isFalse();
    }

    @Test
    void claimLong_fullFilter_isRefused() {
        ClaimableFilter<K> filter = emptyThatRejects();
        long[] next = {0};
        assertThatExceptionOfType(FilterFullException.class).isThrownBy(() -> {
            while (next[0] < 100 * MANY) {
                filter.claimLong(primitive(next[0]++));
            }
        });
        assertThat(filter.claimLong(primitive(0))).isFalse();
        assertThat(filter.mightContainLong(primitive(next[0] - 1))).isFalse();
    }

    @Test
    void claimLong_threadsForTheSameKeys_isWonOnce() throws InterruptedException {
        if (sharedByWriters()) {
            ClaimableFilter<K> filter = empty(MANY);
            ClaimRace.meeting(index -> filter.claimLong(primitive(index)), 2, MANY)
                    .assertNoKeyWonTwice();
        }
    }
}
