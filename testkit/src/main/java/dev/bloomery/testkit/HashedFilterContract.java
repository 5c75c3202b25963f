package dev.bloomery.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.bloomery.HashedFilter;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What every {@link HashedFilter} promises, beside the {@link MembershipFilterContract}; what it answers to longs is in {@link LongQueriesContract}.
 *
 * @param <K> the type of the keys
 */
public abstract class HashedFilterContract<K> extends MembershipFilterContract<K> {

    @Override
    protected abstract HashedFilter<K> filterOf(List<K> members);

    @Test
    void mightContainHash_hashOfKey_answersLikeTheKey() {
        HashedFilter<K> filter = filterOf(keys(0, MANY));
        for (int i = 0; i < 3 * MANY; i++) {
            K key = key(i);
            assertThat(filter.mightContainHash(filter.hash(key))).isEqualTo(filter.mightContain(key));
        }
    }

    @Test
    void mightContainEachHash_anySize_answersLikeSingleQueries() {
        HashedFilter<K> filter = filterOf(keys(0, MANY));
        for (int size : new int[] {0, 1, 255, 256, 257, 2 * MANY}) {
            List<K> asked = keys(MANY - size / 2, MANY - size / 2 + size);
            boolean[] expected = new boolean[size];
            long[] hashes = new long[size];
            for (int i = 0; i < size; i++) {
                expected[i] = filter.mightContain(asked.get(i));
                hashes[i] = filter.hash(asked.get(i));
            }
            assertThat(filter.mightContainEachHash(hashes)).isEqualTo(expected);
        }
    }

    @Test
    void hash_nullKey_throwsAndNamesTheParameter() {
        HashedFilter<K> filter = filterOf(keys(0, 3));
        assertThatNullPointerException()
                .isThrownBy(() -> filter.hash(nothing()))
                .withMessage("key");
    }
}
