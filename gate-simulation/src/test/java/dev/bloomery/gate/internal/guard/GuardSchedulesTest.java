package dev.bloomery.gate.internal.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.gate.internal.guard.ModelGates.Fault;
import dev.bloomery.gate.simulation.engine.EveryChoice;
import dev.bloomery.gate.simulation.engine.RandomChoices;
import dev.bloomery.support.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Looks, crashes, lost sessions, ends and writes of some gates in every order, or in many. {@link ModelGates} says what must hold. */
class GuardSchedulesTest {
    private static final long SEED = Seeds.orElse(43);

    private static long runAll(int gates, int[] begun, int steps, int interruptions) {
        EveryChoice choices = new EveryChoice();
        long runs = 0;
        do {
            ModelGates model = new ModelGates(choices, Fault.NONE, true, gates, interruptions);
            model.begin(begun);
            model.run(steps);
            runs++;
        } while (choices.next());
        return runs;
    }

    @ParameterizedTest
    @CsvSource({"0, 6, 0", "1, 6, 0", "2, 5, 0", "0, 3, 1", "1, 3, 1", "2, 2, 1"})
    void look_twoGatesInEveryOrder_whoAnswersIsTheOnlyWriter(int begun, int steps, int interruptions) {
        int[] numbers = begun == 0 ? new int[0] : begun == 1 ? new int[] {0} : new int[] {0, 1};
        assertThat(runAll(2, numbers, steps, interruptions)).isGreaterThan(100);
    }

    @ParameterizedTest
    @CsvSource({"1, 4, 0", "2, 4, 0", "1, 2, 1"})
    void look_threeGatesInEveryOrder_whoAnswersIsTheOnlyWriter(int begun, int steps, int interruptions) {
        int[] numbers = begun == 1 ? new int[] {0} : new int[] {0, 1};
        assertThat(runAll(3, numbers, steps, interruptions)).isGreaterThan(100);
    }

    private static void runRandom(Fault fault, int runs) {
        for (int i = 0; i < runs; i++) {
            long seed = SEED + i;
            ModelGates model = new ModelGates(new RandomChoices(seed), fault, i % 7 < 4, 2 + i % 3, i % 5);
            if (i % 2 == 0) {
                model.begin(0);
            }
            try {
                model.run(60);
            } catch (AssertionError wrong) {
                throw new AssertionError("seed " + seed + ": " + wrong.getMessage(), wrong);
            }
        }
    }

    @Test
    void look_randomOrders_whoAnswersIsTheOnlyWriter() {
        assertThatCode(() -> runRandom(Fault.NONE, 20_000)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void look_brokenOnPurpose_isFound(Fault fault) {
        assertThatThrownBy(() -> runRandom(fault, 20_000)).isInstanceOf(AssertionError.class);
    }
}
