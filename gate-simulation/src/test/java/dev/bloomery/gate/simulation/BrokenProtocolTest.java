package dev.bloomery.gate.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.gate.fixture.SilentLog;
import dev.bloomery.gate.simulation.RandomScenario.Sort;
import dev.bloomery.gate.simulation.engine.Protocol;
import dev.bloomery.support.Seeds;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Shows that the simulation sees each fault; {@link RandomSchedulesTest} that it sees none without. */
@ExtendWith(SilentLog.class)
class BrokenProtocolTest {
    private static final long SEED = Seeds.orElse(0xB0_0000_0000L);
    private static final long RUNS = 1_000_000;

    @ParameterizedTest
    @MethodSource("dev.bloomery.gate.simulation.BrokenProtocol#all")
    void brokenProtocol_randomSchedules_isCaught(BrokenProtocol.Fault fault) {
        RandomRuns runs = RandomRuns.of(fault.protocol(), fault.sort());
        assertThat((fault.rule() == BrokenProtocol.FOREIGN_WRITES ? runs : runs.withoutAlarms()).firstWrong(SEED, RUNS))
                .as("a run of %s from seed %s on that is wrong", fault, SEED)
                .isPresent();
    }

    @Test
    void everyRule_hasAVariantThatBreaksIt() {
        assertThat(BrokenProtocol.all().map(BrokenProtocol.Fault::rule))
                .containsAll(IntStream.rangeClosed(1, BrokenProtocol.FOREIGN_WRITES)
                        .boxed()
                        .toList());
    }

    @Test
    void windowOneShorterThanRuleSix_randomSchedules_isCaught() {
        RandomRuns tooShort = new RandomRuns(new Protocol(), choices -> RandomScenario.of(choices, Sort.EXPIRING, 1));
        assertThat(tooShort.withoutAlarms().firstWrong(SEED, RUNS)).isPresent();
    }
}
