package dev.bloomery.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.bloomery.gate.report.GateInfo;
import dev.bloomery.gate.report.GateQuickInfo;
import dev.bloomery.gate.report.GateState;
import dev.bloomery.gate.report.GateStatistics;
import dev.bloomery.gate.report.RebuildReport;
import dev.bloomery.gate.report.WriteCounts;
import dev.bloomery.info.FilterInfo;
import dev.bloomery.info.QuickInfo;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What every gate does as an {@link AnyGate}.
 *
 * @param <K> the type of its keys
 */
@Timeout(60)
abstract class AnyGateContract<K> {

    /** A gate without a filter, over an empty store. */
    abstract AnyGate<K> cold();

    /** A key of this number, from 0 to 7. */
    abstract K key(int number);

    /** Puts the key into the store, past the gate. */
    abstract void putIntoStore(int number);

    /** Asks the gate for the key. */
    abstract boolean lookUp(int number);

    @Test
    void state_fromColdToClosed_isWhatHappened() {
        AnyGate<K> gate = cold();
        assertThat(gate.state()).isEqualTo(GateState.BUILDING);
        assertThat(gate.rebuild().keys()).isZero();
        assertThat(gate.state()).isEqualTo(GateState.ACTIVE);
        gate.markIncomplete();
        assertThat(gate.state()).isEqualTo(GateState.DEGRADED);
        gate.rebuild(keys -> {});
        assertThat(gate.state()).isEqualTo(GateState.ACTIVE);
        gate.close();
        assertThat(gate.state()).isEqualTo(GateState.CLOSED);
        assertThatThrownBy(gate::rebuild).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(gate::beginWrite).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void info_withAndWithoutFilter_isThereWithIt() {
        AnyGate<K> gate = cold();
        assertThat(gate.info()).isEmpty();
        putIntoStore(1);
        putIntoStore(2);
        gate.rebuild();
        GateInfo info = gate.info().orElseThrow();
        assertThat(info.keys()).isEqualTo(2);
        assertThat(info.memoryBytes()).isPositive();
        assertThat(info.promisedFpp()).isEqualTo(gate.statistics().promisedFpp());
        assertThat(info.filter().isPresent()).isNotEqualTo(info.family().isPresent());
        gate.markIncomplete();
        assertThat(gate.info()).isEmpty();
    }

    @Test
    void statistics_lookupsAndRebuilds_areCounted() {
        AnyGate<K> gate = cold();
        assertThat(lookUp(1)).isFalse();
        gate.rebuild();
        assertThat(lookUp(1)).isFalse();
        GateStatistics statistics = gate.statistics();
        assertThat(statistics.lookups()).isEqualTo(2);
        assertThat(statistics.askedOfStore()).isEqualTo(1);
        assertThat(statistics.answeredByFilter()).isEqualTo(1);
        assertThat(statistics.rebuilds()).isEqualTo(1);
        assertThat(statistics.state()).isEqualTo(GateState.ACTIVE);
    }

    @Test
    void quickInfo_withAndWithoutFilter_isThereWithIt() {
        AnyGate<K> gate = cold();
        assertThat(gate.quickInfo()).isEmpty();
        putIntoStore(1);
        putIntoStore(2);
        gate.rebuild();
        GateQuickInfo quick = gate.quickInfo().orElseThrow();
        GateInfo info = gate.info().orElseThrow();
        assertThat(quick.insertions()).isEqualTo(2);
        assertThat(quick.kind()).isEqualTo(info.kind());
        assertThat(quick.capacity()).isEqualTo(info.capacity());
        assertThat(quick.memoryBytes()).isEqualTo(info.memoryBytes());
        assertThat(quick.promisedFpp()).isEqualTo(info.promisedFpp());
        assertThat(quick.filledTo()).isCloseTo(info.filledTo(), within(0.01));
        assertThat(quick.filter().map(QuickInfo::fillRatio))
                .isEqualTo(info.filter().map(FilterInfo::fillRatio));
        assertThat(quick.toString()).startsWith(info.kind() + " with 2 keys");
        gate.markIncomplete();
        assertThat(gate.quickInfo()).isEmpty();
    }

    @Test
    void expectedFpp_withAndWithoutFilter_isThatOfInfo() {
        AnyGate<K> gate = cold();
        assertThat(gate.expectedFpp()).isEmpty();
        putIntoStore(1);
        gate.rebuild();
        assertThat(gate.expectedFpp())
                .hasValue(gate.info().orElseThrow().expectedFpp())
                .satisfies(expected -> assertThat(expected.orElseThrow()).isBetween(0.0, 1.0));
        gate.markIncomplete();
        assertThat(gate.expectedFpp()).isEmpty();
    }

    @Test
    void isCertainlyAbsent_anyState_isTrueOnlyByAnActiveFilter() {
        AnyGate<K> gate = cold();
        assertThat(gate.isCertainlyAbsent(key(1))).as("no filter yet").isFalse();
        putIntoStore(2);
        gate.rebuild();
        long lookups = gate.statistics().lookups();
        assertThat(gate.isCertainlyAbsent(key(1))).isTrue();
        assertThat(gate.isCertainlyAbsent(key(2))).as("it is there").isFalse();
        assertThat(gate.statistics().lookups()).as("nothing is counted").isEqualTo(lookups);
        Bypass<K> bypass = gate.bypass();
        assertThat(gate.isCertainlyAbsent(key(1))).as("degraded").isFalse();
        bypass.close();
        gate.rebuild();
        assertThat(gate.isCertainlyAbsent(key(1))).isTrue();
        gate.close();
        assertThat(gate.isCertainlyAbsent(key(1))).as("closed").isFalse();
    }

    @Test
    void settleOlderThan_zero_endsEveryDoubt() throws InterruptedException {
        AnyGate<K> gate = cold();
        gate.rebuild();
        try (WriteTicket<K> ticket = gate.beginWrite()) {
            ticket.adding(key(1));
        }
        assertThat(gate.settleOlderThan(Duration.ofDays(1))).isZero();
        assertThat(gate.inDoubt()).containsExactly(key(1));
        Thread.sleep(1); // a doubt of this very nanosecond is not older than zero
        assertThat(gate.settleOlderThan(Duration.ZERO)).isEqualTo(1);
        assertThat(gate.inDoubt()).isEmpty();
        assertThatThrownBy(() -> gate.settleOlderThan(Duration.ofSeconds(-1)))
                .hasMessageContaining("time is PT-1S; use a positive time, or zero");
    }

    @Test
    void statistics_ticketsAndRebuilds_areCountedByTheirOutcome() {
        AnyGate<K> gate = cold();
        assertThat(gate.statistics().sinceRebuild()).isEmpty();
        gate.rebuild();
        assertThat(gate.statistics().sinceRebuild()).isPresent();
        assertThatThrownBy(() -> gate.rebuild(keys -> {
                    throw new IllegalArgumentException("enough");
                }))
                .hasMessage("enough");
        assertThat(gate.statistics().failedRebuilds()).isEqualTo(1);
        assertThat(gate.statistics().rebuilds()).isEqualTo(1);
        gate.beginWrite().committed();
        gate.beginWrite().rolledBack();
        gate.beginWrite().close();
        gate.close();
        assertThatThrownBy(gate::beginWrite).isInstanceOf(IllegalStateException.class);
        WriteCounts writes = gate.statistics().writes();
        assertThat(writes).hasToString("ticket 1 done, 1 failed, 1 unknown, 1 refused");
        assertThat(gate.name()).isEmpty();
    }

    @Test
    void rebuildInBackground_keysInTheStore_areFound() throws Exception {
        AnyGate<K> gate = cold();
        putIntoStore(3);
        RebuildReport report =
                gate.rebuildInBackground(keys -> {}).toCompletableFuture().get(40, TimeUnit.SECONDS);
        assertThat(report.keys()).isEqualTo(1);
        assertThat(lookUp(3)).isTrue();
    }

    @Test
    void bypass_untilClosed_storeIsAsked() {
        AnyGate<K> gate = cold();
        gate.rebuild();
        Bypass<K> bypass = gate.bypass();
        putIntoStore(1);
        assertThat(lookUp(1)).isTrue();
        bypass.close();
        gate.rebuild();
        assertThat(gate.state()).isEqualTo(GateState.ACTIVE);
        assertThat(lookUp(1)).isTrue();
    }

    @Test
    void audit_keyWrittenPastTheGate_isFound() {
        AnyGate<K> gate = cold();
        gate.rebuild();
        putIntoStore(5);
        assertThat(gate.audit().missing()).isEqualTo(1);
        assertThat(gate.state()).isEqualTo(GateState.DEGRADED);
    }

    @Test
    void beginWrite_committedAndUnknown_keysAreFoundOrInDoubt() {
        AnyGate<K> gate = cold();
        gate.rebuild();
        try (WriteTicket<K> ticket = gate.beginWrite()) {
            ticket.adding(key(1));
            putIntoStore(1);
            ticket.committed();
        }
        assertThat(lookUp(1)).isTrue();
        try (WriteTicket<K> ticket = gate.beginWrite()) {
            ticket.adding(key(2));
        }
        assertThat(gate.inDoubt()).containsExactly(key(2));
        putIntoStore(2);
        assertThat(lookUp(2)).as("it was done late").isTrue();
        gate.settle(key(2));
        assertThat(gate.inDoubt()).isEmpty();
        assertThat(gate.statistics().inDoubt()).isZero();
    }

    @Test
    void toString_anyState_namesItsTypeAndItsState() {
        AnyGate<K> gate = cold();
        assertThat(gate.toString()).startsWith(gate.getClass().getSimpleName()).contains("BUILDING");
    }
}
