package dev.bloomery.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.bloomery.AddResult;
import dev.bloomery.ClaimableFilter;
import dev.bloomery.capacity.FilterFullException;
import dev.bloomery.info.FilterInfo;
import dev.bloomery.support.Seeds;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * What every {@link ClaimableFilter} promises of its claims; its other promises are in the {@link AddableFilterContract}.
 *
 * @param <K> the type of the keys
 */
public abstract class ClaimableFilterContract<K> {
    /** Few enough to run for every variant. */
    protected static final int MANY = 1_000;

    /** An empty filter for so many keys. */
    protected abstract ClaimableFilter<K> empty(long capacity);

    /** An empty filter that takes new keys until it has some hundred and refuses them from then on. */
    protected abstract ClaimableFilter<K> emptyThatRejects();

    /** Whether several threads may claim at the same time. */
    protected abstract boolean sharedByWriters();

    /** Key number {@code index}. */
    protected abstract K key(long index);

    @Test
    void claim_newThenAgain_isTrueThenFalse() {
        ClaimableFilter<K> filter = empty(MANY);
        assertThat(filter.claim(key(0))).isTrue();
        assertThat(filter.mightContain(key(0))).isTrue();
        for (int i = 0; i < 3; i++) {
            assertThat(filter.claim(key(0))).isFalse();
            assertThat(filter.claimHash(filter.hash(key(0)))).isFalse();
        }
        assertThat(filter.info().insertions()).isEqualTo(1);
    }

    @Test
    void claim_afterAdd_isFalse() {
        ClaimableFilter<K> filter = empty(MANY);
        filter.add(key(0));
        assertThat(filter.claim(key(0))).isFalse();
        assertThat(filter.info().insertions()).isEqualTo(1);
    }

    @Test
    void add_afterClaim_isFalse() {
        ClaimableFilter<K> filter = empty(MANY);
        assertThat(filter.claimHash(filter.hash(key(0)))).isTrue();
        assertThat(filter.add(key(0))).isFalse();
        assertThat(filter.tryAdd(key(0))).isEqualTo(AddResult.MAYBE_PRESENT);
        assertThat(filter.info().insertions()).isEqualTo(1);
    }

    @Test
    void claim_afterClear_winsAgain() {
        ClaimableFilter<K> filter = empty(MANY);
        assertThat(filter.claim(key(0))).isTrue();
        filter.clear();
        assertThat(filter.claim(key(0))).isTrue();
    }

    /** Claims give the filter that adds would have given, and win exactly where an add would have been new. */
    @Test
    void claim_manyKeys_isAnAddThatKnowsItWasFirst() {
        SplittableRandom random = Seeds.random("claim");
        ClaimableFilter<K> claims = empty(MANY);
        ClaimableFilter<K> adds = empty(MANY);
        for (int i = 0; i < 2 * MANY; i++) {
            int index = random.nextInt(MANY);
            boolean absent = !claims.mightContain(key(index));
            assertThat(claims.claim(key(index)))
                    .as("claim %d, %s", i, Seeds.describe())
                    .isEqualTo(absent);
            assertThat(adds.add(key(index))).isEqualTo(absent);
        }
        assertThat(claims.info()).isEqualTo(adds.info());
        for (int i = 0; i < 10 * MANY; i++) {
            assertThat(claims.mightContain(key(i))).isEqualTo(adds.mightContain(key(i)));
        }
    }

    @Test
    void claim_fullFilter_throwsForNewKeysAndChangesNothing() {
        ClaimableFilter<K> filter = emptyThatRejects();
        int taken = 0;
        while (taken < 100 * MANY && filter.tryAdd(key(taken)) != AddResult.FULL) {
            taken++;
        }
        assertThat(taken).as("it never was full").isLessThan(100 * MANY);
        FilterInfo before = filter.info();
        int refused = 0;
        for (int i = taken; i < taken + MANY / 4; i++) {
            K key = key(i);
            if (!filter.mightContain(key)) {
                assertThatExceptionOfType(FilterFullException.class).isThrownBy(() -> filter.claim(key));
                assertThat(filter.mightContain(key)).isFalse();
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(MANY / 8);
        for (int i = 0; i < taken; i++) {
            assertThat(filter.claim(key(i))).as("a key that is in loses").isFalse();
        }
        assertThat(filter.info()).isEqualTo(before);
    }

    /** A claim that wins fills the filter like an add. */
    @Test
    void claim_untilFull_refusesLikeAdd() {
        ClaimableFilter<K> byAdds = emptyThatRejects();
        ClaimableFilter<K> byClaims = emptyThatRejects();
        for (int i = 0; i < 2 * MANY; i++) {
            K key = key(i);
            AddResult added = byAdds.tryAdd(key);
            AddResult claimed;
            try {
                claimed = byClaims.claim(key) ? AddResult.ADDED : AddResult.MAYBE_PRESENT;
            } catch (FilterFullException full) {
                claimed = AddResult.FULL;
            }
            assertThat(claimed).as("key %d", i).isEqualTo(added);
        }
        assertThat(byClaims.info()).isEqualTo(byAdds.info());
    }

    @Test
    void claim_nullKey_throwsAndNamesTheParameter() {
        ClaimableFilter<K> filter = empty(10);
        assertThatNullPointerException()
                .isThrownBy(() -> filter.claim(MembershipFilterContract.nothing()))
                .withMessage("key");
        assertThat(filter.info().insertions()).isZero();
    }

    /** In a filter so large that no key of the race looks present by chance, each key has exactly one winner. */
    @Test
    void claim_racingThreads_exactlyOneWins() throws InterruptedException {
        if (sharedByWriters()) {
            int keys = 2 * MANY;
            ClaimableFilter<K> filter = empty(100L * keys);
            ClaimRace race = ClaimRace.running(i -> filter.claim(key(i)), 4, keys);
            race.assertNoKeyWonTwice();
            for (int i = 0; i < keys; i++) {
                assertThat(filter.mightContain(key(i))).isTrue();
            }
            assertThat(filter.info().insertions()).as("each winner counts").isEqualTo(race.won());
            // a key may look present by chance before its race, then it has no winner
            RateBound.assertRateAtMost(filter.info().targetFpp(), keys - race.won(), keys, "keys without a winner");
        }
    }
}
