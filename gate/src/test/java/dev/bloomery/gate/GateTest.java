package dev.bloomery.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.Filters;
import dev.bloomery.capacity.CapacityPolicy;
import dev.bloomery.capacity.FilterFullException;
import dev.bloomery.gate.fixture.InMemoryStore;
import dev.bloomery.gate.report.AuditReport;
import dev.bloomery.gate.report.GateState;
import dev.bloomery.gate.report.GateStatistics;
import dev.bloomery.gate.report.RebuildException;
import dev.bloomery.gate.store.KeyFeed;
import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.gate.store.Loader;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.CuckooSpec;
import dev.bloomery.spec.FuseSpec;
import dev.bloomery.spec.WindowedSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class GateTest {
    private static final BloomSpec BLOOM = BloomSpec.of(10_000, 0.01);

    private final InMemoryStore store = new InMemoryStore();

    private GateBuilder<Long> builder() {
        return Gate.over(store, KeyEncoder.int64(), BLOOM).writers(StoreWriters.onlyThisProcess());
    }

    private Gate<Long> warm() {
        return builder().openWarm(keys -> {});
    }

    @Test
    void contains_beforeWarmUp_asksTheStore() {
        assertThat(store.insert(1L)).isTrue();
        Gate<Long> gate = builder().openCold();
        assertThat(gate.state()).isEqualTo(GateState.BUILDING);
        assertThat(gate.contains(1L)).isTrue();
        assertThat(gate.contains(2L)).isFalse();
        assertThat(store.lookups.sum()).isEqualTo(2);
        assertThat(gate.rebuild().keys()).isEqualTo(1);
        assertThat(gate.state()).isEqualTo(GateState.ACTIVE);
    }

    @Test
    void contains_absentKeys_ninetyNinePercentNeverReachTheStore() {
        LongStream.range(0, 10_000).forEach(store::insert);
        Gate<Long> gate = warm();
        for (long key = 1_000_000; key < 1_200_000; key++) {
            assertThat(gate.contains(key)).isFalse();
        }
        assertThat(store.lookups.sum()).isLessThan(200_000 / 100 + 200);
        GateStatistics statistics = gate.statistics();
        assertThat(statistics.lookups()).isEqualTo(200_000);
        assertThat(statistics.askedOfStore()).isEqualTo(store.lookups.sum());
        assertThat(statistics.measuredFpp()).isBetween(0.005, 0.011);
        assertThat(statistics.fppSamples()).isEqualTo(200_000);
        LongStream.range(0, 10_000)
                .forEach(key -> assertThat(gate.contains(key)).isTrue());
        assertThat(gate.statistics().fppSamples())
                .as("present keys do not count")
                .isEqualTo(200_000);
        assertThat(gate.statistics().measuredFpp()).isEqualTo(statistics.measuredFpp());
        assertThat(statistics.promisedFpp()).isEqualTo(0.01);
        assertThat(statistics.savedNanos()).isPresent();
    }

    @Test
    void contains_replayedFalsePositive_costsNoStoreCall() {
        LongStream.range(0, 10_000).forEach(store::insert);
        Gate<Long> gate = warm();
        long unlucky = falsePositive(gate);
        long before = store.lookups.sum();
        for (int i = 0; i < 100; i++) {
            assertThat(gate.contains(unlucky)).isFalse();
        }
        assertThat(store.lookups.sum()).isEqualTo(before);
        assertThat(gate.addIfAbsent(unlucky)).isTrue();
        assertThat(gate.contains(unlucky)).isTrue();
    }

    private long falsePositive(Gate<Long> gate) {
        for (long key = 1_000_000; ; key++) {
            long before = store.lookups.sum();
            assertThat(gate.contains(key)).isFalse();
            if (store.lookups.sum() > before) {
                return key;
            }
        }
    }

    @Test
    void writes_oneAfterTheOther_areSeenAtOnce() {
        Gate<Long> gate = Gate.over(store, KeyEncoder.int64(), CuckooSpec.of(1_000, 0.01))
                .writers(StoreWriters.onlyThisProcess())
                .openWarm(keys -> {});
        assertThat(gate.addIfAbsent(1L)).isTrue();
        assertThat(gate.addIfAbsent(1L)).isFalse();
        assertThat(gate.replace(1L, 2L)).isTrue();
        assertThat(gate.replace(1L, 3L)).isFalse();
        assertThat(gate.containsWhich(List.of(1L, 2L, 3L))).containsExactly(2L);
        assertThat(gate.remove(2L)).isTrue();
        assertThat(gate.remove(2L)).isFalse();
        long before = store.lookups.sum();
        assertThat(gate.contains(2L)).isFalse();
        assertThat(store.lookups.sum()).as("taken out of the filter").isEqualTo(before);
    }

    @Test
    void addIfAbsent_manyAtOnce_exactlyOneWins() throws Exception {
        Gate<Long> gate = warm();
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<Boolean>> tries = new ArrayList<>();
            for (int i = 0; i < 64; i++) {
                tries.add(threads.submit(() -> gate.addIfAbsent(7L)));
            }
            int winners = 0;
            for (Future<Boolean> tried : tries) {
                winners += tried.get() ? 1 : 0;
            }
            assertThat(winners).isEqualTo(1);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void containsWhich_manyKeys_asksTheStoreOnce() {
        LongStream.range(0, 1_000).forEach(store::insert);
        Gate<Long> gate = warm();
        List<Long> asked = LongStream.range(500, 1_500).boxed().toList();
        assertThat(gate.containsWhich(asked))
                .containsExactlyElementsOf(LongStream.range(500, 1_000).boxed().toList());
        assertThat(store.calls.sum()).isEqualTo(1);
    }

    @Test
    void contains_storeDown_noIsStillServedAndTheRestFailsAsChosen() {
        LongStream.range(0, 100).forEach(store::insert);
        Gate<Long> gate = warm();
        Gate<Long> cautious =
                builder().whenStoreFails(WhenStoreFails.SAY_PRESENT).openWarm(keys -> {});
        store.setDown(true);
        assertThat(gate.contains(5_000L)).isFalse();
        assertThatThrownBy(() -> gate.contains(1L)).isInstanceOf(StoreException.class);
        assertThat(cautious.contains(1L)).isTrue();
        assertThat(cautious.containsWhich(List.of(1L, 5_000L))).containsExactly(1L);
        assertThatThrownBy(() -> gate.addIfAbsent(200L)).isInstanceOf(StoreException.class);
    }

    @Test
    void addIfAbsent_filterFull_storeIsNotWritten() {
        Gate<Long> gate = Gate.over(
                        store,
                        () -> Filters.bloom(KeyEncoder.int64())
                                .capacity(10)
                                .targetFpp(0.01)
                                .whenFull(CapacityPolicy.REJECT)
                                .build())
                .writers(StoreWriters.onlyThisProcess())
                .openWarm(keys -> {});
        assertThatThrownBy(() -> LongStream.range(0, 100).forEach(gate::addIfAbsent))
                .isInstanceOf(FilterFullException.class)
                .hasMessageContaining("the store was not written");
        long refused = store.scan(key -> assertThat(gate.contains(key)).isTrue());
        assertThat(refused).isLessThan(100);
        gate.rebuildWith(() -> Filters.bloom(KeyEncoder.int64())
                .capacity(1_000)
                .targetFpp(0.01)
                .build());
        assertThat(gate.addIfAbsent(99L)).isTrue();
    }

    @Test
    void contains_sameKeyAtOnce_asksTheStoreOnce() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        AtomicInteger asked = new AtomicInteger();
        Loader<Long, String> slow = new Loader<>() {
            @Override
            public Optional<String> load(Long key) {
                asked.incrementAndGet();
                entered.countDown();
                try {
                    assertThat(goOn.await(30, TimeUnit.SECONDS)).isTrue();
                } catch (InterruptedException interrupted) {
                    throw new IllegalStateException(interrupted);
                }
                return Optional.of("value of " + key);
            }

            @Override
            public long scan(Consumer<? super Long> sink) {
                sink.accept(1L);
                return 1;
            }
        };
        LoadingGate<Long, String> gate = LoadingGate.over(slow, KeyEncoder.int64(), BLOOM)
                .writers(StoreWriters.onlyThisProcess())
                .openWarm(keys -> {});
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<Optional<String>>> lookups = new ArrayList<>();
            lookups.add(threads.submit(() -> gate.get(1L)));
            assertThat(entered.await(30, TimeUnit.SECONDS)).isTrue();
            for (int i = 0; i < 3; i++) {
                lookups.add(threads.submit(() -> gate.get(1L)));
            }
            goOn.countDown();
            for (Future<Optional<String>> lookup : lookups) {
                assertThat(lookup.get()).contains("value of 1");
            }
            assertThat(asked.get() + gate.statistics().shared()).isEqualTo(4);
            assertThat(gate.get(2L)).isEmpty();
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void rebuild_openTicket_isGivenUpAndNothingIsLost() {
        Gate<Long> gate = builder().longestDrain(Duration.ofMillis(20)).openWarm(keys -> {});
        try (WriteTicket<Long> ticket = gate.beginWrite()) {
            ticket.adding(5L);
            assertThat(store.insert(5L)).isTrue();
            assertThatThrownBy(gate::rebuild)
                    .isInstanceOf(RebuildException.class)
                    .hasMessageContaining("1 writes");
            ticket.committed();
        }
        assertThat(gate.state()).isEqualTo(GateState.ACTIVE);
        assertThat(gate.contains(5L)).isTrue();
        assertThat(gate.rebuild().keys()).isEqualTo(1);
        assertThat(gate.contains(5L)).isTrue();
    }

    @Test
    void ticket_closedWithoutOutcome_isInDoubtUntilSettled() {
        Gate<Long> gate = warm();
        try (WriteTicket<Long> ticket = gate.beginWrite()) {
            ticket.adding(5L);
        }
        assertThat(gate.inDoubt()).containsExactly(5L);
        assertThat(gate.rebuild().inDoubt()).isEqualTo(1);
        assertThat(store.insert(5L)).isTrue();
        assertThat(gate.contains(5L)).as("done late").isTrue();
        gate.settle(5L);
        assertThat(gate.inDoubt()).isEmpty();
    }

    @Test
    void audit_keyWrittenPastTheGate_isFoundAndTheGateIsDegraded() {
        Gate<Long> gate = warm();
        LongStream.range(0, 100).forEach(gate::addIfAbsent);
        assertThat(gate.audit()).isEqualTo(new AuditReport(100, 0, 0));
        LongStream.range(100, 110).forEach(store::insert);
        assertThat(gate.audit().missing()).isPositive();
        assertThat(gate.state()).isEqualTo(GateState.DEGRADED);
        assertThat(LongStream.range(0, 110).allMatch(gate::contains)).isTrue();
        gate.rebuild();
        assertThat(gate.audit()).isEqualTo(new AuditReport(110, 0, 0));
    }

    @Test
    void bypass_untilClosed_noRebuild() {
        Gate<Long> gate = builder().longestDrain(Duration.ofMillis(20)).openWarm(keys -> {});
        try (Bypass<Long> bypass = gate.bypass()) {
            assertThat(store.insert(1L)).isTrue();
            assertThat(gate.contains(1L)).isTrue();
            assertThatThrownBy(gate::rebuild).isInstanceOf(RebuildException.class);
            assertThat(bypass).isNotNull();
        }
        gate.rebuild();
        assertThat(gate.contains(1L)).isTrue();
        assertThat(gate.state()).isEqualTo(GateState.ACTIVE);
    }

    @Test
    void feed_keysAndGap_areHeard() {
        List<KeyFeed.Receiver<Long>> receivers = new ArrayList<>();
        AtomicInteger cancelled = new AtomicInteger();
        KeyFeed<Long> feed = receiver -> {
            receivers.add(receiver);
            return cancelled::incrementAndGet;
        };
        Gate<Long> gate = Gate.over(store, KeyEncoder.int64(), BLOOM)
                .writers(StoreWriters.fedBy(feed, Duration.ofMillis(1)))
                .openWarm(keys -> {});
        assertThat(gate.contains(9L)).isFalse();
        receivers.get(0).adding(9L);
        assertThat(store.insert(9L)).isTrue();
        assertThat(gate.contains(9L)).isTrue();
        receivers.get(0).gap();
        assertThat(gate.state()).isEqualTo(GateState.DEGRADED);
        gate.close();
        assertThat(cancelled).hasValue(1);
    }

    @Test
    void feed_notCurrent_storeIsAsked() {
        AtomicBoolean current = new AtomicBoolean(true);
        KeyFeed<Long> late = receiver -> new KeyFeed.Subscription() {
            @Override
            public void cancel() {}

            @Override
            public boolean isCurrent() {
                return current.get();
            }
        };
        Gate<Long> gate = Gate.over(store, KeyEncoder.int64(), BLOOM)
                .writers(StoreWriters.fedBy(late, Duration.ZERO))
                .openWarm(keys -> {});
        assertThat(gate.contains(9L)).isFalse();
        assertThat(gate.statistics().answeredByFilter()).isEqualTo(1);
        assertThat(store.insert(9L)).isTrue(); // announced, but the feed is late
        current.set(false);
        assertThat(gate.contains(9L)).isTrue();
        assertThat(gate.containsWhich(List.of(8L, 9L))).containsExactly(9L);
        assertThat(gate.containsAsync(9L).toCompletableFuture().join()).isTrue();
        assertThat(gate.contains(8L)).isFalse();
        assertThat(gate.statistics().answeredByFilter()).isEqualTo(1);
        assertThat(gate.statistics().falsePositives()).isZero();
    }

    @Test
    void rebuildPolicy_dueBySchedule_rebuilds() {
        AtomicLong nanos = new AtomicLong();
        List<Runnable> checks = new ArrayList<>();
        RebuildScheduler scheduler = (task, pause) -> {
            checks.add(task);
            return checks::clear;
        };
        GateBuilder<Long> builder = builder()
                .rebuild(RebuildPolicy.checking(scheduler, Duration.ofSeconds(1))
                        .every(Duration.ofHours(1))
                        .whenFilledTo(0.9));
        builder.settings.nanoTime = nanos::get;
        Gate<Long> gate = builder.openCold();
        Runnable check = checks.get(0);
        check.run();
        assertThat(gate.statistics().rebuilds()).as("not active").isEqualTo(1);
        check.run();
        assertThat(gate.statistics().rebuilds()).as("nothing due").isEqualTo(1);
        nanos.addAndGet(Duration.ofHours(1).toNanos());
        check.run();
        assertThat(gate.statistics().rebuilds()).as("an hour later").isEqualTo(2);
        LongStream.range(0, 9_500).forEach(gate::addIfAbsent);
        check.run();
        assertThat(gate.statistics().rebuilds()).as("filled").isEqualTo(3);
        gate.close();
        assertThat(checks).isEmpty();
    }

    @Test
    void rebuildPolicy_measuredFppPasses_rebuilds() {
        List<Runnable> checks = new ArrayList<>();
        RebuildScheduler scheduler = (task, pause) -> {
            checks.add(task);
            return checks::clear;
        };
        Gate<Long> gate = builder()
                .fppAlarm(3, 1_000)
                .rebuild(
                        RebuildPolicy.checking(scheduler, Duration.ofSeconds(1)).whenMeasuredFppPasses(3))
                .openWarm(keys -> {});
        long warm = gate.statistics().rebuilds();
        LongStream.range(1_000_000, 1_010_000).forEach(gate::contains);
        checks.get(0).run();
        assertThat(gate.statistics().rebuilds()).as("as promised").isEqualTo(warm);
        LongStream.range(0, 40_000).forEach(gate::addIfAbsent); // four times what its filter is for
        LongStream.range(2_000_000, 2_100_000).forEach(gate::contains);
        checks.get(0).run();
        assertThat(gate.statistics().rebuilds()).as("far above the promise").isEqualTo(warm + 1);
        assertThatThrownBy(() ->
                        RebuildPolicy.checking(scheduler, Duration.ofSeconds(1)).whenMeasuredFppPasses(1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void fppAlarm_filterOverfilled_isToldOnce() {
        AtomicInteger alarms = new AtomicInteger();
        Gate<Long> gate = builder()
                .fppAlarm(3, 1_000)
                .listener(new GateListener() {
                    @Override
                    public void fppAlarm(double measuredFpp, double promisedFpp) {
                        assertThat(measuredFpp).isGreaterThan(3 * promisedFpp);
                        alarms.incrementAndGet();
                    }
                })
                .openWarm(keys -> {});
        LongStream.range(0, 40_000).forEach(gate::addIfAbsent);
        LongStream.range(1_000_000, 1_010_000).forEach(gate::contains);
        assertThat(alarms).hasValue(1);
    }

    @Test
    void listener_statesAndRebuilds_areTold() {
        List<GateState> states = new ArrayList<>();
        AtomicInteger failed = new AtomicInteger();
        Gate<Long> gate = builder()
                .listener(new GateListener() {
                    @Override
                    public void stateChanged(GateState state) {
                        states.add(state);
                    }

                    @Override
                    public void rebuildFailed(RuntimeException problem) {
                        failed.incrementAndGet();
                    }
                })
                .openCold();
        gate.rebuild();
        gate.rebuild();
        gate.markIncomplete();
        gate.markIncomplete();
        assertThatThrownBy(() -> gate.rebuild(keys -> gate.markIncomplete())).isInstanceOf(RebuildException.class);
        gate.rebuild();
        gate.close();
        gate.close();
        assertThat(states).containsExactly(GateState.ACTIVE, GateState.DEGRADED, GateState.ACTIVE, GateState.CLOSED);
        assertThat(failed).hasValue(1);
        assertThat(gate.statistics().stateChanges()).isEqualTo(4);
    }

    @Test
    void asyncForms_answerLikeTheOthers() throws Exception {
        Gate<Long> gate = warm();
        assertThat(gate.addIfAbsentAsync(1L).toCompletableFuture().get()).isTrue();
        assertThat(gate.containsAsync(1L).toCompletableFuture().get()).isTrue();
        assertThat(gate.containsAsync(2L).toCompletableFuture()).isCompletedWithValue(false);
        assertThat(gate.replaceAsync(1L, 2L).toCompletableFuture().get()).isTrue();
        assertThat(gate.containsWhichAsync(List.of(1L, 2L))
                        .toCompletableFuture()
                        .get())
                .containsExactly(2L);
        assertThat(gate.removeAsync(2L).toCompletableFuture().get()).isTrue();
    }

    @Test
    void asyncForms_afterClose_failInTheStage() {
        Gate<Long> gate = warm();
        gate.close();
        for (CompletionStage<?> stage : List.of(
                gate.addIfAbsentAsync(1L),
                gate.replaceAsync(1L, 2L),
                gate.removeAsync(1L),
                gate.containsWhichAsync(List.of(1L)))) {
            assertThatThrownBy(() -> stage.toCompletableFuture().join())
                    .hasCauseInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("the gate is closed");
        }
    }

    @Test
    void close_thenAnything_isRefused() {
        Gate<Long> gate = warm();
        gate.close();
        assertThatThrownBy(() -> gate.contains(1L)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> gate.addIfAbsent(1L)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(gate::beginWrite).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(gate::rebuild).isInstanceOf(IllegalStateException.class);
        assertThat(gate.state()).isEqualTo(GateState.CLOSED);
    }

    @Test
    void arraysAsKeys_areNeitherRememberedNorLost() {
        Set<String> rows = ConcurrentHashMap.newKeySet();
        ArrayStore arrays = new ArrayStore(rows);
        Gate<byte[]> gate = Gate.over(arrays, KeyEncoder.bytes(), BLOOM)
                .writers(StoreWriters.onlyThisProcess())
                .openWarm(keys -> {});
        assertThat(gate.addIfAbsent(new byte[] {1})).isTrue();
        assertThat(gate.contains(new byte[] {1})).isTrue();
        assertThat(gate.containsWhich(List.of(new byte[] {1}, new byte[] {2}))).hasSize(1);
        try (WriteTicket<byte[]> ticket = gate.beginWrite()) {
            ticket.adding(new byte[] {3});
        }
        assertThat(gate.rebuild().inDoubt()).isEqualTo(1);
        rows.add("[3]");
        assertThat(gate.contains(new byte[] {3})).isTrue();
    }

    private record ArrayStore(Set<String> rows) implements KeyStore<byte[]> {
        private static String row(byte[] key) {
            return Arrays.toString(key);
        }

        @Override
        public boolean contains(byte[] key) {
            return rows.contains(row(key));
        }

        @Override
        public boolean insert(byte[] key) {
            return rows.add(row(key));
        }

        @Override
        public boolean delete(byte[] key) {
            return rows.remove(row(key));
        }

        @Override
        public boolean replace(byte[] oldKey, byte[] newKey) {
            return rows.contains(row(oldKey)) && rows.add(row(newKey)) && rows.remove(row(oldKey));
        }

        @Override
        public long scan(Consumer<? super byte[]> sink) {
            rows.forEach(row -> sink.accept(new byte[] {Byte.parseByte(row.substring(1, row.length() - 1))}));
            return rows.size();
        }
    }

    @Test
    void builder_badInput_isRefusedWithAdvice() {
        assertThatThrownBy(() -> Gate.over(store, KeyEncoder.int64(), FuseSpec.of(0.01)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("use bloom");
        assertThatThrownBy(() -> builder().rememberFalsePositives(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder().fppAlarm(1, 10)).hasMessageContaining("more than 1");
        assertThatThrownBy(() -> builder().longestDrain(Duration.ZERO)).hasMessageContaining("positive");
    }

    @Test
    void windowedFilter_windowShorterThanTheStore_isRefused() {
        WindowedSpec week = WindowedSpec.of(1_000, Duration.ofDays(7), 0.01);
        assertThatThrownBy(() -> windowed(week).openWarm(keys -> {})).hasMessageContaining("keysExpire");
        assertThatThrownBy(() -> windowed(week)
                        .keysExpire(Duration.ofDays(7), Duration.ofSeconds(1), Duration.ZERO)
                        .openWarm(keys -> {}))
                .hasMessageContaining("window at least as long");
        Gate<Long> gate = windowed(week)
                .keysExpire(Duration.ofDays(6), Duration.ofHours(1), Duration.ofMinutes(1))
                .openWarm(keys -> {});
        assertThat(gate.addIfAbsent(1L)).isTrue();
        assertThat(gate.contains(1L)).isTrue();
    }

    private GateBuilder<Long> windowed(WindowedSpec spec) {
        return Gate.over(store, KeyEncoder.int64(), spec).writers(StoreWriters.onlyThisProcess());
    }
}
