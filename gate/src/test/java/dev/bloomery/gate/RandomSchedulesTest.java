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

    private static void assertNoWrongAnswer(long runs) {
        RandomRuns all = RandomRuns.ofAnySort(new Protocol());
        OptionalLong wrong = all.firstWrong(SEED, runs);
        assertThat(wrong)
                .as(() -> wrong.isPresent() ? all.story(wrong.getAsLong()) : "")
                .isEmpty();
    }
}
