package dev.bloomery.gate.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.gate.simulation.RandomScenario.Sort;
import dev.bloomery.gate.simulation.engine.Protocol;
import dev.bloomery.support.Seeds;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RandomSchedulesTest {
    private static final long SEED = Seeds.orElse(0x6A7E_0000_0000L);
    /** A delete of a key of others, whose announcement is on its way, while another key with the same mark is looked up. */
    static final long LATE_ANNOUNCEMENT = 117_089_421_976_373L;

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
        assertNoWrongAnswer(LATE_ANNOUNCEMENT, 1);
    }

    @ParameterizedTest
    @EnumSource(
            value = Sort.class,
            names = {"LEASED_AND_DELETE", "FULL_AND_REBUILD", "ADDED_OR_PROLONGED"})
    void anySchedule_ofASortThatChanceDoesNotChoose_noWrongAnswer(Sort sort) {
        assertNoWrongAnswer(RandomRuns.of(new Protocol(), sort), SEED, 20_000);
    }

    private static void assertNoWrongAnswer(long runs) {
        assertNoWrongAnswer(SEED, runs);
    }

    private static void assertNoWrongAnswer(long seed, long runs) {
        assertNoWrongAnswer(RandomRuns.ofAnySort(new Protocol()), seed, runs);
    }

    private static void assertNoWrongAnswer(RandomRuns all, long seed, long runs) {
        OptionalLong wrong = all.firstWrong(seed, runs);
        assertThat(wrong)
                .as(() -> wrong.isPresent() ? all.story(wrong.getAsLong()) : "")
                .isEmpty();
    }
}
