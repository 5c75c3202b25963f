package dev.bloomery.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.Filters;
import dev.bloomery.family.FilterFamily;
import dev.bloomery.gate.fixture.CapturedLog;
import dev.bloomery.gate.fixture.InMemoryOwnerStore;
import dev.bloomery.gate.fixture.InMemoryStore;
import dev.bloomery.gate.report.GateProblem;
import dev.bloomery.gate.report.GateState;
import dev.bloomery.gate.report.RebuildReport;
import dev.bloomery.gate.simulation.engine.StoreChange;
import dev.bloomery.gate.store.KeyFeed;
import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A write that finds in the store what nobody wrote through the gate. That nothing else is taken for it, {@code RandomSchedulesTest} shows. */
class ForeignWriteTest {
    private static final BloomSpec BLOOM = BloomSpec.of(10_000, 0.001);

    private final CapturedLog log = new CapturedLog();
    private final ManualRetries retries = new ManualRetries();
    private final InMemoryStore store = new InMemoryStore();
    private final List<String> told = new ArrayList<>();

    private final GateListener listener = new GateListener() {
        @Override
        public void stateChanged(GateState state) {
            told.add(state.name());
        }

        @Override
        public void problemFound(GateProblem problem) {
            told.add(problem.kind().name());
        }
    };

    @AfterEach
    void closeLog() {
        log.close();
    }

    private GateBuilder<Long> builder() {
        return byHand(Gate.over(store, KeyEncoder.int64(), BLOOM).writers(StoreWriters.onlyThisProcess()));
    }

    private <B extends AbstractGateBuilder<?, ?, B>> B byHand(B builder) {
        retries.use(builder.settings);
        return builder.listener(listener);
    }

    private void assertNoticed(AbstractGate<?, ?> gate) {
        assertThat(gate.state()).isEqualTo(GateState.DEGRADED);
        assertThat(told).containsExactly("ACTIVE", "DEGRADED", "FOREIGN_WRITE");
        assertThat(gate.toString()).contains("fedBy").contains("bypass()");
        assertThat(log.warnings()).hasSize(1).first().asString().contains("another process writes the store");
        retries.tryOnce();
        assertThat(gate.state()).isEqualTo(GateState.ACTIVE);
        assertThat(gate.statistics().problems()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = StoreChange.class,
            names = {"INSERT", "DELETE", "REPLACE"})
    void write_keyThatCamePastTheGate_isNoticedAndTheGateIsRebuilt(StoreChange change) {
        try (Gate<Long> gate = builder().openWarm(keys -> {})) {
            assertThat(store.insert(7L)).isTrue();
            assertThat(store.insert(9L)).isTrue();
            assertThat(gate.contains(7L)).as("wrong, and nobody knows yet").isFalse();
            boolean done = switch (change) {
                case INSERT -> gate.addIfAbsent(7L);
                case DELETE -> gate.remove(7L);
                default -> gate.replace(7L, 8L);
            };
            assertThat(done).isEqualTo(change != StoreChange.INSERT);
            assertThat(gate.contains(9L)).as("asked of the store").isTrue();
            assertNoticed(gate);
            assertThat(gate.contains(9L)).isTrue();
            assertThat(gate.contains(7L)).isEqualTo(change == StoreChange.INSERT);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = StoreChange.class,
            names = {"INSERT", "DELETE"})
    void write_keyOfAnOwnerThatCamePastTheGate_isNoticed(StoreChange change) {
        InMemoryOwnerStore owned = new InMemoryOwnerStore();
        OwnerGateBuilder<Integer, Integer> builder = OwnerGate.over(
                        owned, FilterFamily.of(KeyEncoder.int32(), KeyEncoder.int32(), 0.001))
                .writers(StoreWriters.onlyThisProcess());
        try (OwnerGate<Integer, Integer> gate = byHand(builder).openWarm(keys -> {})) {
            assertThat(owned.insert(1, 2)).isTrue();
            boolean done = change == StoreChange.INSERT ? gate.addIfAbsent(1, 2) : gate.remove(1, 2);
            assertThat(done).isEqualTo(change == StoreChange.DELETE);
            assertNoticed(gate);
        }
    }

    /** The store had the key for longer than it was said to. */
    @Test
    void write_keyThatTheWindowHasForgotten_isNoticed() {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
        GateBuilder<Long> builder = Gate.over(
                        store,
                        () -> Filters.windowed(KeyEncoder.int64())
                                .window(Duration.ofMinutes(1), 1_000)
                                .targetFpp(0.001)
                                .clock(now::get)
                                .build())
                .writers(StoreWriters.onlyThisProcess())
                .keysExpire(Duration.ofSeconds(50), Duration.ZERO, Duration.ofSeconds(10));
        try (Gate<Long> gate = byHand(builder).openWarm(keys -> {})) {
            assertThat(gate.addIfAbsent(7L)).isTrue();
            assertThat(gate.addIfAbsent(7L)).isFalse();
            assertThat(gate.state()).isEqualTo(GateState.ACTIVE);
            now.set(Instant.EPOCH.plus(Duration.ofHours(1)));
            assertThat(gate.addIfAbsent(7L)).isFalse();
            assertNoticed(gate);
        }
    }

    @Test
    void write_foreignWritesAgainAndAgain_pausesGrow() {
        AtomicLong nanos = new AtomicLong();
        GateBuilder<Long> builder = builder();
        builder.settings.nanoTime = nanos::get;
        try (Gate<Long> gate = builder.openWarm(keys -> {})) {
            for (long key = 0; key < 4; key++) {
                assertThat(store.insert(key)).isTrue();
                assertThat(gate.addIfAbsent(key)).isFalse();
                assertThat(gate.state()).isEqualTo(GateState.DEGRADED);
                while (!retries.isEmpty()) {
                    retries.tryOnce();
                }
                assertThat(gate.state()).isEqualTo(GateState.ACTIVE);
                nanos.addAndGet(Duration.ofSeconds(1).toNanos());
            }
            assertThat(retries.pauses).extracting(Duration::toSeconds).containsExactly(1L, 2L, 4L);
            assertThat(log.warnings()).as("what it means is said once").hasSize(1);
            nanos.addAndGet(Duration.ofMinutes(2).toNanos());
            assertThat(store.insert(9L)).isTrue();
            assertThat(gate.remove(9L)).isTrue();
            assertThat(retries.pauses).as("at once after a long time").hasSize(3);
        }
    }

    @Test
    void write_whatTheGateKnowsOf_isNotTakenForForeign() {
        try (Gate<Long> gate = builder().openWarm(keys -> {})) {
            LongStream.range(0, 1_000).forEach(gate::addIfAbsent);
            LongStream.range(0, 1_000).forEach(gate::addIfAbsent);
            try (WriteTicket<Long> ticket = gate.beginWrite()) {
                ticket.adding(5_000L);
                assertThat(gate.addIfAbsent(5_000L)).isTrue();
                ticket.notAdded(5_000L);
                ticket.committed();
            }
            try (WriteTicket<Long> ticket = gate.beginWrite()) {
                ticket.adding(6_000L); // ends in doubt, and is done late
            }
            assertThat(store.insert(6_000L)).isTrue();
            assertThat(gate.addIfAbsent(6_000L)).isFalse();
            assertThat(gate.remove(6_000L)).isTrue();
            LongStream.range(0, 1_000).forEach(gate::remove);
            LongStream.range(0, 1_000).forEach(gate::remove);
            try (Bypass<Long> bypass = gate.bypass()) {
                assertThat(store.insert(7_000L)).isTrue();
                assertThat(gate.addIfAbsent(7_000L)).isFalse();
                assertThat(bypass).isNotNull();
            }
            assertThat(told).containsExactly("ACTIVE", "DEGRADED");
        }
    }

    @Test
    void write_othersAreHeardOf_provesNothing() {
        KeyFeed<Long> feed = receiver -> () -> {};
        GateBuilder<Long> builder =
                Gate.over(store, KeyEncoder.int64(), BLOOM).writers(StoreWriters.fedBy(feed, Duration.ZERO));
        try (Gate<Long> gate = byHand(builder).openWarm(keys -> {})) {
            assertThat(store.insert(7L)).isTrue(); // announced a moment later, say
            assertThat(gate.addIfAbsent(7L)).isFalse();
            assertThat(told).containsExactly("ACTIVE");
        }
    }

    /** Two arrays with the same content are different to the gate: another writer of the key could not be told. */
    @Test
    void write_keysThatCannotBeCompared_provesNothing() {
        Set<Integer> rows = new HashSet<>();
        KeyStore<byte[]> arrays = new KeyStore<>() {
            @Override
            public boolean contains(byte[] key) {
                return rows.contains((int) key[0]);
            }

            @Override
            public boolean insert(byte[] key) {
                return rows.add((int) key[0]);
            }

            @Override
            public boolean delete(byte[] key) {
                return rows.remove((int) key[0]);
            }

            @Override
            public boolean replace(byte[] oldKey, byte[] newKey) {
                return false;
            }

            @Override
            public long scan(Consumer<? super byte[]> sink) {
                rows.forEach(row -> sink.accept(new byte[] {row.byteValue()}));
                return rows.size();
            }
        };
        GateBuilder<byte[]> builder =
                Gate.over(arrays, KeyEncoder.bytes(), BLOOM).writers(StoreWriters.onlyThisProcess());
        try (Gate<byte[]> gate = byHand(builder).openWarm(keys -> {})) {
            rows.add(7);
            assertThat(gate.addIfAbsent(new byte[] {7})).isFalse();
            assertThat(told).containsExactly("ACTIVE");
        }
    }

    /** The new filter answers already, and the rebuild has not returned yet: what is found wrong with it then is not forgotten. */
    @Test
    void write_foreignKeyWhileARebuildEnds_asksForAnotherRebuild() {
        AtomicReference<Runnable> atSwap = new AtomicReference<>(() -> {});
        AtomicReference<Gate<Long>> opened = new AtomicReference<>();
        GateBuilder<Long> builder = builder();
        builder.settings.nanoTime = () -> {
            Gate<Long> gate = opened.get();
            if (gate != null && gate.state() == GateState.ACTIVE) {
                atSwap.getAndSet(() -> {}).run();
            }
            return 0;
        };
        try (Gate<Long> gate = builder.openCold()) {
            opened.set(gate);
            atSwap.set(() -> {
                assertThat(store.insert(7L)).isTrue();
                assertThat(gate.addIfAbsent(7L)).isFalse();
            });
            RebuildReport unused = gate.rebuild();
            assertThat(gate.state()).isEqualTo(GateState.DEGRADED);
            assertThat(gate.statistics().problems()).hasSize(1);
            retries.tryOnce();
            assertThat(gate.state()).isEqualTo(GateState.ACTIVE);
            assertThat(gate.contains(7L)).isTrue();
        }
    }
}
