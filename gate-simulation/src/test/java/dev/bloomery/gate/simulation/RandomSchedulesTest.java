package dev.bloomery.gate.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.gate.fixture.SilentLog;
import dev.bloomery.gate.simulation.RandomScenario.Sort;
import dev.bloomery.gate.simulation.engine.Protocol;
import dev.bloomery.support.Seeds;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(SilentLog.class)
class RandomSchedulesTest {
    private static final long SEED = Seeds.orElse(0x6A7E_0000_0000L);

    @Test
    void anySchedule_million_noWrongAnswer() {
        assertNoWrongAnswer(1_000_000);
    }

    @Test
    @Tag("long")
    void anySchedule_hundredMillion_noWrongAnswer() {
        assertNoWrongAnswer(100_000_000);
    }

    @ParameterizedTest
    @EnumSource(
            value = Sort.class,
            names = {"LEASED_AND_DELETE", "FULL_AND_REBUILD", "ADDED_OR_PROLONGED"})
    void anySchedule_ofASortThatChanceDoesNotChoose_noWrongAnswer(Sort sort) {
        assertNoWrongAnswer(RandomRuns.of(new Protocol(), sort), 20_000);
    }

    private static void assertNoWrongAnswer(long runs) {
        assertNoWrongAnswer(RandomRuns.ofAnySort(new Protocol()), runs);
    }

    private static void assertNoWrongAnswer(RandomRuns all, long runs) {
        OptionalLong wrong = all.firstWrong(SEED, runs);
        assertThat(wrong)
                .as(() -> wrong.isPresent() ? all.story(wrong.getAsLong()) : "")
                .isEmpty();
    }
}
