package dev.bloomery.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RandomSchedulesTest {
    private static final long SEED = TestSeed.orElse(0x6A7E_0000_0000L);

    @Test
    void anySchedule_million_noWrongAnswer() {
        assertNoWrongAnswer(1_000_000);
    }

    @Test
    @Tag("long")
    void anySchedule_hundredMillion_noWrongAnswer() {
        assertNoWrongAnswer(100_000_000);
    }

    /** Found by the above: a delete took out a key of others whose announcement was still on its way, and so a copy of another key. */
    @Test
    void delete_keyOfOthersWithALateAnnouncement_takesNothingOut() {
        assertNoWrongAnswer(117_089_421_976_373L, 1);
    }

    private static void assertNoWrongAnswer(long runs) {
        assertNoWrongAnswer(SEED, runs);
    }

    private static void assertNoWrongAnswer(long seed, long runs) {
        RandomRuns all = RandomRuns.ofAnySort(new Protocol());
        OptionalLong wrong = all.firstWrong(seed, runs);
        assertThat(wrong)
                .as(() -> wrong.isPresent() ? all.story(wrong.getAsLong()) : "")
                .isEmpty();
    }
}
