package dev.bloomery.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.gate.fixture.InMemoryStore;
import dev.bloomery.gate.report.GateStatistics;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What is counted of questions to the store, and how long they are said to take. */
class GateStatisticsTest {
    private static final long NANOS_OF_A_CALL = 1_000;

    private final InMemoryStore store = new InMemoryStore();

    /** By the clock of this gate each lookup of the store takes the same time, and the first so much more. */
    private Gate<Long> gate(long moreForTheFirst) {
        LongStream.range(0, 5_000).forEach(store::insert);
        GateBuilder<Long> builder = Gate.over(store, KeyEncoder.int64(), BloomSpec.of(10_000, 0.01))
                .writers(StoreWriters.onlyThisProcess());
        builder.settings.nanoTime =
                () -> store.lookups.sum() == 0 ? 0 : moreForTheFirst + NANOS_OF_A_CALL * store.lookups.sum();
        return builder.openWarm(keys -> {});
    }

    @Test
    void statistics_oneKeyAgainAndAgain_countsAllAndEstimatesTheirTime() {
        Gate<Long> gate = gate(0);
        for (int times = 1; times <= 100; times++) {
            assertThat(gate.contains(7L)).isTrue();
            GateStatistics statistics = gate.statistics();
            assertThat(statistics.lookups()).isEqualTo(times);
            assertThat(statistics.askedOfStore()).isEqualTo(times);
            assertThat(statistics.storeCalls()).isEqualTo(times);
            assertThat(statistics.storeNanos()).isEqualTo(times * NANOS_OF_A_CALL);
        }
    }

    @Test
    void statistics_manyKeysAndABatch_addUp() {
        Gate<Long> gate = gate(0);
        LongStream.range(0, 5_000).forEach(key -> assertThat(gate.contains(key)).isTrue());
        long before = store.lookups.sum();
        assertThat(gate.containsWhich(List.of(1L, 2L, 3L))).hasSize(3);
        GateStatistics statistics = gate.statistics();
        assertThat(statistics.askedOfStore()).isEqualTo(5_003);
        assertThat(statistics.storeCalls()).isEqualTo(5_001);
        assertThat(statistics.storeNanos())
                .isEqualTo(5_000 * NANOS_OF_A_CALL + (store.lookups.sum() - before) * NANOS_OF_A_CALL);
    }

    /** The first question of each stripe is measured, and the seventeenth: that must not count as much for its one as the other for sixteen. */
    @Test
    void statistics_firstQuestionsSlow_countForAsManyAsTheyAre() {
        Gate<Long> gate = gate(1_000_000);
        for (int i = 0; i < 1_601; i++) {
            assertThat(gate.contains(7L)).isTrue();
        }
        assertThat(gate.statistics().storeNanos())
                .isBetween(1_601 * NANOS_OF_A_CALL + 900_000, 1_601 * NANOS_OF_A_CALL + 1_100_000);
    }

    /** Two keys that are there, each a second of a cold store, and then 100,000 that are not: nobody knows what those would have taken. */
    @Test
    void savedNanos_onlyTwoColdQuestions_isUnknown() {
        Gate<Long> gate = gateWhereAQuestionTakes(question -> 1_000_000_000L, 1e-9);
        assertThat(gate.contains(1L)).isTrue();
        assertThat(gate.contains(2L)).isTrue();
        for (long key = 1_000_000; key < 1_100_000; key++) {
            assertThat(gate.contains(key)).isFalse();
        }
        assertThat(gate.statistics().savedNanos()).isEmpty();
    }

    @Test
    void savedNanos_coldAtFirstAndSlowNowAndThen_isThatOfTheUsualQuestion() {
        Gate<Long> gate = gateWhereAQuestionTakes(
                question -> question < 10 ? 1_000_000_000L : question % 10 == 0 ? 50_000_000L : NANOS_OF_A_CALL, 1e-9);
        for (long key = 0; key < 1_000; key++) {
            assertThat(gate.contains(key)).isTrue();
        }
        for (long key = 1_000_000; key < 1_010_000; key++) {
            assertThat(gate.contains(key)).isFalse();
        }
        assertThat(gate.statistics().savedNanos().orElseThrow())
                .isBetween(10_000 * NANOS_OF_A_CALL * 15 / 16, 10_000 * NANOS_OF_A_CALL * 17 / 16);
    }

    @Test
    void savedNanos_batches_countsCallsThatWereNotMade() {
        Gate<Long> gate = gateWhereAQuestionTakes(question -> NANOS_OF_A_CALL, 1e-9);
        for (long key = 0; key < 100; key++) {
            assertThat(gate.containsWhich(List.of(key, 1_000_000L + key, 2_000_000L + key)))
                    .hasSize(1);
        }
        assertThat(gate.statistics().savedNanos()).as("each batch was a call").hasValue(0);
        for (long key = 0; key < 50; key++) {
            assertThat(gate.containsWhich(List.of(3_000_000L + key, 4_000_000L + key)))
                    .isEmpty();
        }
        assertThat(gate.containsWhich(List.of())).isEmpty();
        assertThat(gate.statistics().savedNanos().orElseThrow())
                .isBetween(50 * NANOS_OF_A_CALL * 15 / 16, 50 * NANOS_OF_A_CALL * 17 / 16);
    }

    @Test
    void savedNanos_questionsThatFail_areLeftOut() {
        Gate<Long> gate = gateWhereAQuestionTakes(question -> NANOS_OF_A_CALL, 1e-9);
        store.setDown(true);
        for (long key = 0; key < 1_000; key++) {
            long absentOrNot = key;
            assertThatThrownBy(() -> gate.contains(absentOrNot)).isInstanceOf(StoreException.class);
        }
        assertThat(gate.contains(1_000_000L)).isFalse();
        assertThat(gate.statistics().savedNanos()).isEmpty();
        assertThat(gate.statistics().storeNanos()).isPositive();
    }

    @Test
    void savedNanos_nothingSaved_isZero() {
        assertThat(gate(0).statistics().savedNanos()).hasValue(0);
    }

    private Gate<Long> gateWhereAQuestionTakes(LongUnaryOperator nanosOfQuestion, double fpp) {
        LongStream.range(0, 5_000).forEach(store::insert);
        GateBuilder<Long> builder =
                Gate.over(store, KeyEncoder.int64(), BloomSpec.of(10_000, fpp)).writers(StoreWriters.onlyThisProcess());
        builder.settings.nanoTime = () ->
                LongStream.range(0, store.calls.sum()).map(nanosOfQuestion).sum();
        return builder.openWarm(keys -> {});
    }
}
