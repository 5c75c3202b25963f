package dev.bloomery.testkit.capability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.BloomFilter;
import dev.bloomery.ClaimableFilter;
import dev.bloomery.Filters;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.Layout;
import dev.bloomery.spec.Seed;
import dev.bloomery.support.Seeds;
import dev.bloomery.testkit.ClaimRace;
import dev.bloomery.testkit.RateBound;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Eight threads that claim the same keys: never two winners. */
class ClaimTest {
    private static final int THREADS = 8;
    private static final int ROUNDS = 1_000_000;
    private static final int MEETINGS = 2_000;

    static Stream<ClaimableFilter<Long>> filters() {
        return Stream.of(
                bloom(Layout.BLOCKED),
                Filters.scalableBloom(KeyEncoder.int64())
                        .targetFpp(0.001)
                        .firstCapacity(1_000) // it grows under the claims, again and again
                        .seed(seed())
                        .build());
    }

    @ParameterizedTest
    @MethodSource("filters")
    void claim_aMillionRoundsOfEightThreads_hasNeverTwoWinners(ClaimableFilter<Long> filter)
            throws InterruptedException {
        assertOneWinner(filter, ClaimRace.running(filter::claim, THREADS, ROUNDS));
    }

    @ParameterizedTest
    @MethodSource("filters")
    void claim_threadsThatMeetAtEachKey_hasNeverTwoWinners(ClaimableFilter<Long> filter) throws InterruptedException {
        assertOneWinner(filter, ClaimRace.meeting(filter::claim, THREADS, MEETINGS));
    }

    @ParameterizedTest
    @MethodSource("filters")
    @Tag("long")
    void claim_threadsThatMeetAtAMillionKeys_hasNeverTwoWinners(ClaimableFilter<Long> filter)
            throws InterruptedException {
        assertOneWinner(filter, ClaimRace.meeting(filter::claim, THREADS, ROUNDS));
    }

    private static void assertOneWinner(ClaimableFilter<Long> filter, ClaimRace race) {
        race.assertNoKeyWonTwice();
        // a key that looked present by chance before its round has no winner
        RateBound.assertRateAtMost(
                filter.info().targetFpp(), race.keys() - race.won(), race.keys(), "keys without a winner");
        assertThat(filter.info().insertions()).isEqualTo(race.won());
    }

    /** Control: who asks first and adds then has two winners. */
    @Test
    void race_askThenAdd_isCaught() throws InterruptedException {
        assertCaught(() -> {
            BloomFilter<Long> filter = bloom(Layout.BLOCKED);
            return key -> {
                if (filter.mightContain(key)) {
                    return false;
                }
                filter.add(key);
                return true;
            };
        });
    }

    /** Control: a plain add is no claim; of threads that add the same new key several may get true. */
    @Test
    void race_plainAdd_isCaught() throws InterruptedException {
        assertCaught(() -> bloom(Layout.CLASSIC)::add);
    }

    /** Threads may miss each other in one race, where the machine is busy, but not in all of them. */
    private static void assertCaught(Supplier<LongPredicate> claims) throws InterruptedException {
        int running = 0;
        int meeting = 0;
        for (int race = 0; race < 50 && running == 0; race++) {
            running = ClaimRace.running(claims.get(), THREADS, ROUNDS / 5).wonTwice();
        }
        for (int race = 0; race < 50 && meeting == 0; race++) {
            meeting = ClaimRace.meeting(claims.get(), THREADS, MEETINGS).wonTwice();
        }
        assertThat(running).as("keys with two winners among running threads").isPositive();
        assertThat(meeting).as("keys with two winners among meeting threads").isPositive();
        assertThatThrownBy(() -> new ClaimRace(2, 2, 1).assertNoKeyWonTwice())
                .isInstanceOf(AssertionError.class)
                .hasMessage("1 of 2 keys were won by two threads");
    }

    private static BloomFilter<Long> bloom(Layout layout) {
        return Filters.bloom(KeyEncoder.int64())
                .capacity(ROUNDS)
                .targetFpp(0.001)
                .layout(layout)
                .seed(seed())
                .build();
    }

    private static Seed seed() {
        return Seed.of(Seeds.base(), 19);
    }
}
