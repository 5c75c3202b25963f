package dev.bloomery.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.capacity.FilterFullException;
import dev.bloomery.family.FilterFamily;
import dev.bloomery.gate.fixture.CapturedLog;
import dev.bloomery.gate.fixture.ExpiringStore;
import dev.bloomery.gate.fixture.InMemoryOwnerStore;
import dev.bloomery.gate.fixture.InMemoryStore;
import dev.bloomery.gate.report.GateState;
import dev.bloomery.gate.report.GateStatistics;
import dev.bloomery.gate.report.WriteCounts;
import dev.bloomery.gate.report.WriteCounts.Operation;
import dev.bloomery.gate.report.WriteCounts.Outcome;
import dev.bloomery.gate.store.KeyFeed;
import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.CuckooSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a gate shows of itself beside its answers: its name, its listeners, and what it counts. */
class GateDashboardTest {
    private final InMemoryStore store = new InMemoryStore();

    private GateBuilder<Long> builder() {
        return Gate.over(store, KeyEncoder.int64(), BloomSpec.of(1_000, 1e-6)).writers(StoreWriters.onlyThisProcess());
    }

    // the name

    @Test
    void name_given_isInTextStatisticsAndLog() {
        try (CapturedLog log = new CapturedLog();
                Gate<Long> gate = builder()
                        .listener(new GateListener() {
                            @Override
                            public void stateChanged(GateState state) {
                                throw new IllegalStateException("on purpose");
                            }
                        })
                        .name("usernames")
                        .openWarm(keys -> {})) {
            assertThat(gate.name()).hasValue("usernames");
            assertThat(gate).hasToString("Gate[usernames, ACTIVE]");
            assertThat(gate.statistics().name()).hasValue("usernames");
            assertThat(gate.statistics().toString()).startsWith("gate usernames ACTIVE");
            assertThat(store.insert(7L)).isTrue();
            assertThat(gate.addIfAbsent(7L)).as("somebody wrote past the gate").isFalse();
            assertThat(log.messages(Level.WARNING))
                    .allMatch(message -> message.startsWith("gate 'usernames': "))
                    .anyMatch(message -> message.contains("the listener of a gate failed in stateChanged"))
                    .anyMatch(message -> message.contains("the store had a key that the filter did not know"));
        }
    }

    @Test
    void name_none_textIsAsBefore() {
        Gate<Long> gate = builder().openCold();
        assertThat(gate.name()).isEmpty();
        assertThat(gate).hasToString("Gate[BUILDING]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "  ", "two\nlines", "12345678901234567890123456789012345678901234567890123456789012345"})
    void name_unfitForALog_isRefused(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder().name(name))
                .withMessageContaining("use 1 to 64 characters")
                .withMessageNotContaining("\n");
    }

    // listeners

    @Test
    void listener_severalOfWhichOneThrows_allHear() {
        List<String> heard = new ArrayList<>();
        Gate<Long> gate = builder()
                .listener(noting("first", heard))
                .listener(new GateListener() {
                    @Override
                    public void stateChanged(GateState state) {
                        heard.add("second " + state);
                        throw new AssertionError("on purpose");
                    }
                })
                .listener(noting("third", heard))
                .openCold();
        try (CapturedLog log = new CapturedLog()) {
            gate.rebuild();
            assertThat(log.warnings()).containsExactly("the listener of a gate failed in stateChanged");
        }
        assertThat(heard).containsExactly("first ACTIVE", "second ACTIVE", "third ACTIVE");
    }

    private static GateListener noting(String name, List<String> heard) {
        return new GateListener() {
            @Override
            public void stateChanged(GateState state) {
                heard.add(name + " " + state);
            }
        };
    }

    // certain absence

    /** A feed that is late may lack a key of others; and the store is down all the time. */
    @Test
    void isCertainlyAbsent_feedLateAndStoreDown_saysNothingAndThrowsNothing() {
        AtomicBoolean current = new AtomicBoolean(true);
        KeyFeed<Long> feed = receiver -> new KeyFeed.Subscription() {
            @Override
            public void cancel() {}

            @Override
            public boolean isCurrent() {
                return current.get();
            }
        };
        Gate<Long> gate = Gate.over(store, KeyEncoder.int64(), BloomSpec.of(1_000, 1e-6))
                .writers(StoreWriters.fedBy(feed, Duration.ZERO))
                .openWarm(keys -> {});
        store.setDown(true);
        assertThat(gate.isCertainlyAbsent(1L)).isTrue();
        current.set(false);
        assertThat(gate.isCertainlyAbsent(1L)).isFalse();
        assertThatThrownBy(() -> gate.contains(1L)).as("the control").isInstanceOf(StoreException.class);
    }

    @Test
    void isCertainlyAbsent_keyBeingWritten_isNotCertain() {
        Gate<Long> gate = builder().openWarm(keys -> {});
        try (WriteTicket<Long> ticket = gate.beginWrite()) {
            assertThat(gate.isCertainlyAbsent(1L)).isTrue();
            ticket.adding(1L);
            assertThat(gate.isCertainlyAbsent(1L)).isFalse();
            ticket.rolledBack();
        }
    }

    @Test
    void isCertainlyAbsent_ownerAndKey_asksTheFamily() {
        OwnerGate<Integer, Integer> gate = OwnerGate.over(
                        new InMemoryOwnerStore(), FilterFamily.of(KeyEncoder.int32(), KeyEncoder.int32(), 0.001))
                .writers(StoreWriters.onlyThisProcess())
                .openWarm(keys -> {});
        assertThat(gate.addIfAbsent(1, 2)).isTrue();
        assertThat(gate.isCertainlyAbsent(1, 2)).isFalse();
        assertThat(gate.isCertainlyAbsent(2, 2)).isTrue();
    }

    // writes

    @Test
    void writes_eachOperationWithEachKnownOutcome_isCounted() {
        ExpiringStore expiring = new ExpiringStore();
        ExpiringGate<Long> gate = ExpiringGate.over(expiring, KeyEncoder.int64(), BloomSpec.of(1_000, 1e-6))
                .writers(StoreWriters.onlyThisProcess())
                .openWarm(keys -> {});
        assertThat(gate.addIfAbsent(1L)).isTrue();
        assertThat(gate.addIfAbsent(1L)).isFalse();
        assertThat(gate.addOrProlong(1L)).isFalse();
        assertThat(gate.addOrProlong(2L)).isTrue();
        assertThat(gate.replace(2L, 3L)).isTrue();
        assertThat(gate.replace(2L, 3L)).isFalse();
        assertThat(gate.remove(3L)).isTrue();
        assertThat(gate.remove(3L)).isFalse();
        assertThat(gate.statistics().writes())
                .hasToString("add 1 done, 1 not done; remove 1 done, 1 not done; replace 1 done, 1 not done;"
                        + " prolong 1 done, 1 not done");
    }

    @Test
    void writes_removeOwner_isCounted() {
        InMemoryOwnerStore owners = new InMemoryOwnerStore();
        OwnerGate<Integer, Integer> gate = OwnerGate.over(
                        owners, FilterFamily.of(KeyEncoder.int32(), KeyEncoder.int32(), 0.01))
                .writers(StoreWriters.onlyThisProcess())
                .openWarm(keys -> {});
        assertThat(gate.addIfAbsent(1, 2)).isTrue();
        assertThat(gate.removeOwner(1)).isTrue();
        assertThat(gate.removeOwner(1)).isFalse();
        gate.close();
        assertThatIllegalStateException().isThrownBy(() -> gate.removeOwner(1));
        assertThat(gate.statistics().writes()).hasToString("add 1 done; remove owner 1 done, 1 not done, 1 refused");
    }

    @Test
    void writes_storeThatFails_areCountedByWhatIsKnown() {
        Failing failing = new Failing();
        Gate<Long> gate = Gate.over(failing, KeyEncoder.int64(), BloomSpec.of(1_000, 1e-6))
                .writers(StoreWriters.onlyThisProcess())
                .openWarm(keys -> {});
        failing.next = new StoreException("refused", null, StoreException.Outcome.NOT_DONE);
        assertThatThrownBy(() -> gate.addIfAbsent(1L)).hasMessage("refused");
        failing.next = new StoreException("cut off", null);
        assertThatThrownBy(() -> gate.addIfAbsent(1L)).hasMessage("cut off");
        failing.next = new IllegalArgumentException("a fault of the store");
        assertThatThrownBy(() -> gate.remove(1L)).isInstanceOf(StoreException.class);
        gate.close();
        assertThatIllegalStateException().isThrownBy(() -> gate.addIfAbsent(1L));
        assertThat(gate.statistics().writes()).hasToString("add 1 failed, 1 unknown, 1 refused; remove 1 unknown");
        assertThat(gate.statistics().writes().total(Outcome.UNKNOWN)).isEqualTo(2);
        assertThat(gate.statistics().writes().total()).isEqualTo(4);
    }

    @Test
    void writes_filterFull_areRefused() {
        Gate<Long> gate = Gate.over(store, KeyEncoder.int64(), CuckooSpec.of(8, 0.01))
                .writers(StoreWriters.onlyThisProcess())
                .openWarm(keys -> {});
        assertThatThrownBy(() -> LongStream.range(0, 1_000).forEach(gate::addIfAbsent))
                .isInstanceOf(FilterFullException.class);
        WriteCounts writes = gate.statistics().writes();
        assertThat(writes.count(Operation.ADD, Outcome.REFUSED)).isEqualTo(1);
        assertThat(writes.total(Operation.ADD)).isEqualTo(writes.count(Operation.ADD, Outcome.DONE) + 1);
    }

    // failures and times

    @Test
    void failedStoreCalls_lookupsOfAStoreThatIsDown_areCountedEach() {
        Gate<Long> gate = builder().openCold();
        store.setDown(true);
        assertThatThrownBy(() -> gate.contains(1L)).isInstanceOf(StoreException.class);
        assertThatThrownBy(() -> gate.containsWhich(List.of(1L, 2L))).isInstanceOf(StoreException.class);
        assertThatThrownBy(() -> gate.contains(1L, key -> {
                    throw new IllegalArgumentException("on purpose");
                }))
                .hasMessage("on purpose");
        store.setDown(false);
        assertThat(gate.contains(1L)).isFalse();
        assertThat(gate.statistics().failedStoreCalls()).isEqualTo(3);
        assertThat(gate.statistics().storeCalls()).isEqualTo(4);
    }

    @Test
    void sinceRebuild_byTheClockOfTheGate_beginsAnewWithEachRebuild() {
        AtomicLong now = new AtomicLong();
        GateBuilder<Long> builder = builder();
        builder.settings.nanoTime = now::get;
        Gate<Long> gate = builder.openWarm(keys -> {});
        now.addAndGet(5_000);
        assertThat(gate.statistics().sinceRebuild()).hasValue(Duration.ofNanos(5_000));
        store.failScansWith(() -> new StoreException("cut off", null));
        assertThatThrownBy(gate::rebuild).hasMessage("cut off");
        assertThat(gate.statistics().sinceRebuild()).as("it was not completed").hasValue(Duration.ofNanos(5_000));
        store.failScansWith(null);
        gate.rebuild();
        assertThat(gate.statistics().sinceRebuild()).hasValue(Duration.ZERO);
        assertThat(gate.statistics().failedRebuilds()).isEqualTo(1);
    }

    @Test
    void rebuildNanos_byTheClockOfTheGate_areApartForThoseThatFailed() {
        AtomicLong now = new AtomicLong();
        GateBuilder<Long> builder = builder();
        builder.settings.nanoTime = now::get;
        Gate<Long> gate = builder.openCold();
        assertThat(gate.statistics().rebuildNanos()).isZero();
        store.failScansWith(() -> {
            now.addAndGet(70);
            return null;
        });
        gate.rebuild();
        gate.rebuild();
        store.failScansWith(() -> {
            now.addAndGet(3);
            return new StoreException("cut off", null);
        });
        assertThatThrownBy(gate::rebuild).hasMessage("cut off");
        assertThat(gate.statistics().rebuildNanos()).isEqualTo(140);
        assertThat(gate.statistics().failedRebuildNanos()).isEqualTo(3);
    }

    @Test
    void toString_ofStatistics_hasALineForEachSubject() {
        Gate<Long> gate = builder().openWarm(keys -> {});
        assertThat(gate.addIfAbsent(1L)).isTrue();
        assertThat(gate.contains(1L)).isTrue();
        assertThat(gate.contains(2L)).isFalse();
        GateStatistics statistics = gate.statistics();
        assertThat(statistics.toString().lines().map(line -> line.replaceAll("PT[0-9.E-]+S", "PT..S")))
                .containsExactly(
                        "gate ACTIVE, 1 state changes",
                        "lookups   2: 1 by the filter, 0 by memory, 0 shared, 1 of the store",
                        "store     1 calls for lookups, 0 failed, PT..S spent, an unknown time saved",
                        "FPP       0.00 measured over 1 absent keys, 1.00e-06 promised; 0 false positives of all filters",
                        "writes    add 1 done; 0 keys in doubt",
                        "rebuilds  1 done, 0 failed, the last PT..S ago");
    }

    @Test
    void toString_ofNoWrites_saysSo() {
        assertThat(builder().openCold().statistics().writes()).hasToString("none");
    }

    /** Fails its next write. */
    private static final class Failing implements KeyStore<Long> {
        private @Nullable RuntimeException next;

        private boolean fail() {
            if (next != null) {
                throw next;
            }
            return false;
        }

        @Override
        public boolean contains(Long key) {
            return false;
        }

        @Override
        public Set<Long> containsWhich(Collection<? extends Long> keys) {
            return Set.of();
        }

        @Override
        public boolean insert(Long key) {
            return fail();
        }

        @Override
        public boolean delete(Long key) {
            return fail();
        }

        @Override
        public boolean replace(Long oldKey, Long newKey) {
            return fail();
        }

        @Override
        public long scan(Consumer<? super Long> sink) {
            return 0;
        }
    }
}
