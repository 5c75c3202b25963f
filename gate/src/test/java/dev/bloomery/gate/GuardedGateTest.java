package dev.bloomery.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.family.FilterFamily;
import dev.bloomery.gate.fixture.CapturedLog;
import dev.bloomery.gate.fixture.ExpiringStore;
import dev.bloomery.gate.fixture.GuardedStore;
import dev.bloomery.gate.fixture.InMemoryOwnerStore;
import dev.bloomery.gate.report.GateProblem;
import dev.bloomery.gate.report.GateProblem.Kind;
import dev.bloomery.gate.report.GateState;
import dev.bloomery.gate.report.RebuildException;
import dev.bloomery.gate.store.KeyScan;
import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.gate.store.Loader;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreException.Outcome;
import dev.bloomery.gate.store.StoreLocks;
import dev.bloomery.key.KeyEncoder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Gates over one store whose locks let them know of each other. */
@Timeout(120)
class GuardedGateTest {
    private final CapturedLog log = new CapturedLog();
    private final GuardedGates gates = new GuardedGates();

    @AfterEach
    void closeLog() {
        log.close();
    }

    private static List<Kind> problems(AnyGate<?> gate) {
        return gate.statistics().problems().stream().map(GateProblem::kind).toList();
    }

    private static void awaitActive(AnyGate<?> gate) {
        GuardedGates.await(() -> gate.state() == GateState.ACTIVE);
    }

    /** With the usual times. */
    private static GateBuilder<Long> usual(GuardedStore process) {
        return Gate.over(process, KeyEncoder.int64(), GuardedGates.SPEC).writers(StoreWriters.onlyThisProcess());
    }

    @Test
    void openWarm_nobodyElse_isActiveAndWritesAtOnce() {
        GuardedStore process = gates.process();
        for (long i = 0; i < 3; i++) {
            GateBuilder<Long> builder = usual(process);
            builder.settings.grace = Duration.ofHours(1); // nobody waits for it
            try (Gate<Long> gate = builder.openWarm(keys -> {})) {
                assertThat(gate.state()).isEqualTo(GateState.ACTIVE);
                assertThat(gate.addIfAbsent(i)).isTrue();
                assertThat(gates.locks.locked()).isEqualTo(StoreLocks.COUNT - 1);
            }
            assertThat(gates.locks.locked()).isZero();
            assertThat(gates.locks.openSessions()).isZero();
        }
        assertThat(log.warnings()).isEmpty();
    }

    @Test
    void openWarm_storeKeepsNoEpoch_waitsForTheGraceAndIsActive() {
        gates.locks.keepNoEpoch();
        long begun = System.nanoTime();
        try (Gate<Long> gate = GuardedGates.builder(gates.process()).openWarm(keys -> {})) {
            assertThat(System.nanoTime() - begun).isGreaterThanOrEqualTo(GuardedGates.GRACE.toNanos());
            assertThat(gate.state()).isEqualTo(GateState.ACTIVE);
            assertThat(gate.addIfAbsent(1L)).isTrue();
        }
        assertThat(log.warnings()).isEmpty();
    }

    @Test
    void open_besideAnother_bothAskTheStoreAndSaySoOnce() {
        try (Gate<Long> first = GuardedGates.open(gates.process())) {
            awaitActive(first);
            assertThat(first.addIfAbsent(1L)).isTrue();
            try (Gate<Long> second = GuardedGates.open(gates.process())) {
                assertThat(second.addIfAbsent(2L)).isTrue();
                assertThat(first.state()).isEqualTo(GateState.DEGRADED);
                assertThat(second.state()).isEqualTo(GateState.BUILDING);
                assertThat(first.contains(2L)).isTrue();
                assertThat(second.contains(1L)).isTrue();
                assertThat(first.addIfAbsent(3L)).isTrue();
                assertThat(second.contains(3L)).isTrue();
                assertThat(first.remove(2L)).isTrue();
                assertThat(second.contains(2L)).isFalse();
                assertThat(problems(first)).containsExactly(Kind.ANOTHER_GATE);
                assertThat(problems(second)).containsExactly(Kind.ANOTHER_GATE);
                assertThat(first.toString()).contains("StoreWriters.fedBy");
            }
            awaitActive(first);
            GuardedGates.await(() -> problems(first).isEmpty());
            assertThat(first.contains(3L)).isTrue();
            assertThat(first.contains(2L)).isFalse();
            assertThat(first.statistics().answeredByFilter()).isPositive();
        }
        assertThat(log.messages(Level.SEVERE))
                .hasSize(2)
                .anyMatch(said -> said.contains("was opened"))
                .anyMatch(said -> said.contains("is open"));
    }

    @Test
    void open_besideAnotherThatCloses_takesOver() {
        Gate<Long> first = GuardedGates.open(gates.process());
        awaitActive(first);
        assertThat(first.addIfAbsent(1L)).isTrue();
        try (Gate<Long> second = GuardedGates.open(gates.process())) {
            assertThat(second.addIfAbsent(2L)).isTrue();
            first.close();
            awaitActive(second);
            assertThat(second.contains(1L)).isTrue();
            assertThat(second.contains(3L)).isFalse();
            assertThat(second.statistics().askedOfStore())
                    .as("for a key that is there")
                    .isEqualTo(1);
        }
    }

    @Test
    void rebuild_besideAnother_saysWhoIsInTheWayAndWaitsForItToGo() throws Exception {
        Gate<Long> first = GuardedGates.open(gates.process());
        awaitActive(first);
        assertThatThrownBy(() -> GuardedGates.builder(gates.process())
                        .longestDrain(Duration.ofMillis(50))
                        .openWarm(keys -> {}))
                .isInstanceOf(RebuildException.class)
                .hasMessageContaining("another gate over the same keys is open")
                .hasMessageContaining("close it, or give each gate a feed");
        CompletableFuture<Gate<Long>> second = CompletableFuture.supplyAsync(
                () -> GuardedGates.builder(gates.process()).openWarm(keys -> {}));
        GuardedGates.await(() -> first.state() == GateState.DEGRADED);
        first.close();
        try (Gate<Long> warm = second.get(60, TimeUnit.SECONDS)) {
            assertThat(warm.state()).isEqualTo(GateState.ACTIVE);
        }
    }

    /** The scan is past the place where the other writes. */
    @Test
    void rebuild_anotherComesMeanwhile_isGivenUp() throws Exception {
        gates.store.insert(1L);
        try (Gate<Long> first = GuardedGates.builder(gates.process()).openCold()) {
            CountDownLatch scanning = new CountDownLatch(1);
            CountDownLatch goOn = new CountDownLatch(1);
            CompletableFuture<Object> rebuild = CompletableFuture.supplyAsync(() -> first.rebuild(keys -> {
                scanning.countDown();
                awaitUnchecked(goOn);
            }));
            scanning.await();
            try (Gate<Long> second = GuardedGates.open(gates.process())) {
                assertThat(second.addIfAbsent(2L)).isTrue();
                goOn.countDown();
                assertThatThrownBy(() -> rebuild.get(60, TimeUnit.SECONDS)).hasCauseInstanceOf(RebuildException.class);
                assertThat(first.state()).isEqualTo(GateState.DEGRADED);
                assertThat(first.contains(2L)).isTrue();
            }
            awaitActive(first); // by itself
            assertThat(first.contains(2L)).isTrue();
        }
    }

    private static void awaitUnchecked(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    /** Control: what the guard is for. */
    @Test
    void open_besideAnotherUnguarded_answersWrongly() {
        try (Gate<Long> first = unguarded();
                Gate<Long> second = unguarded()) {
            assertThat(second.addIfAbsent(2L)).isTrue();
            assertThat(first.contains(2L)).isFalse();
            assertThat(gates.locks.openSessions()).isZero();
        }
    }

    private Gate<Long> unguarded() {
        return Gate.over(gates.process(), KeyEncoder.int64(), GuardedGates.SPEC)
                .writers(StoreWriters.onlyThisProcess().unguarded())
                .openWarm(keys -> {});
    }

    @Test
    void addIfAbsent_otherIsStopped_waitsAndIsNotDone() {
        GuardedStore stopped = gates.process();
        Gate<Long> first = GuardedGates.open(stopped);
        awaitActive(first);
        stopped.client().setPaused(true);
        GateBuilder<Long> builder = GuardedGates.builder(gates.process());
        GuardedGates.longestWrite(builder, Duration.ofMillis(300));
        try (Gate<Long> second = builder.open()) {
            assertThatThrownBy(() -> second.addIfAbsent(2L))
                    .isInstanceOfSatisfying(
                            StoreException.class,
                            problem -> assertThat(problem.outcome()).isEqualTo(Outcome.NOT_DONE))
                    .hasMessageContaining("does not give way")
                    .hasMessageContaining("End it if it hangs");
            assertThatThrownBy(second::beginWrite).isInstanceOf(StoreException.class);
            assertThatThrownBy(second::bypass).isInstanceOf(StoreException.class);
            assertThat(second.contains(2L)).isFalse();
            assertThat(first.state()).as("it does not know yet").isEqualTo(GateState.ACTIVE);
            stopped.client().setPaused(false);
            GuardedGates.await(() -> first.state() == GateState.DEGRADED);
            GuardedGates.await(() -> gates.locks.locked() == 2);
            GuardedGates.await(() -> isDone(second));
            assertThat(first.contains(2L)).isTrue();
        }
        first.close();
    }

    private static boolean isDone(Gate<Long> gate) {
        try {
            return gate.addIfAbsent(2L);
        } catch (StoreException notYet) {
            return false;
        }
    }

    @Test
    void addIfAbsent_threadIsInterruptedWhileItWaits_isNotDone() throws Exception {
        GuardedStore stopped = gates.process();
        Gate<Long> first = GuardedGates.open(stopped);
        awaitActive(first);
        stopped.client().setPaused(true);
        try (Gate<Long> second = GuardedGates.open(gates.process())) {
            CompletableFuture<Throwable> thrown = new CompletableFuture<>();
            Thread writer = new Thread(() -> {
                try {
                    second.addIfAbsent(2L);
                } catch (StoreException problem) {
                    thrown.complete(Thread.currentThread().isInterrupted() ? problem : null);
                }
            });
            writer.start();
            writer.interrupt();
            assertThat(thrown.get(60, TimeUnit.SECONDS))
                    .isInstanceOf(StoreException.class)
                    .hasCauseInstanceOf(InterruptedException.class);
        }
        stopped.client().setPaused(false);
        first.close();
    }

    @Test
    void addIfAbsent_gateIsClosedWhileItWaits_isRefused() throws Exception {
        GuardedStore stopped = gates.process();
        Gate<Long> first = GuardedGates.open(stopped);
        awaitActive(first);
        stopped.client().setPaused(true);
        Gate<Long> second = GuardedGates.open(gates.process());
        CompletableFuture<Boolean> write = CompletableFuture.supplyAsync(() -> second.addIfAbsent(2L));
        second.close();
        assertThatThrownBy(() -> write.get(60, TimeUnit.SECONDS))
                .hasCauseInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the gate is closed");
        stopped.client().setPaused(false);
        first.close();
        assertThat(gates.locks.openSessions()).isZero();
    }

    @Test
    void open_afterACrash_waitsForTheGraceAndTakesOver() {
        GuardedStore dead = gates.process();
        Gate<Long> first = GuardedGates.open(dead);
        awaitActive(first);
        assertThat(first.addIfAbsent(1L)).isTrue();
        dead.client().crash();
        long begun = System.nanoTime();
        try (Gate<Long> second = GuardedGates.open(gates.process())) {
            assertThat(second.addIfAbsent(2L)).isTrue();
            assertThat(System.nanoTime() - begun).isGreaterThanOrEqualTo(GuardedGates.GRACE.toNanos());
            awaitActive(second);
            assertThat(second.contains(1L)).isTrue();
            assertThat(problems(second)).isEmpty();
        }
        first.close();
        assertThat(log.messages(Level.SEVERE)).isEmpty();
    }

    @Test
    void open_writesOfACrashedProcessAreOnTheirWay_isNotAloneBeforeTheyHaveEnded() {
        gates.locks.setEarlierWrites(true);
        GuardedStore dead = gates.process();
        Gate<Long> first = GuardedGates.builder(dead).openCold();
        dead.client().crash();
        try (Gate<Long> second = GuardedGates.open(gates.process())) {
            assertThat(second.addIfAbsent(2L)).isTrue();
            assertThatThrownBy(() -> GuardedGates.builder(gates.process())
                            .longestDrain(Duration.ofMillis(300))
                            .openWarm(keys -> {}))
                    .isInstanceOf(RebuildException.class);
            assertThat(second.state()).isEqualTo(GateState.BUILDING);
            gates.locks.setEarlierWrites(false);
            awaitActive(second);
        }
        first.close();
    }

    @Test
    void look_sessionIsLost_asksTheStoreUntilItIsBack() {
        GuardedStore process = gates.process();
        try (Gate<Long> gate = GuardedGates.open(process)) {
            awaitActive(gate);
            assertThat(gate.addIfAbsent(1L)).isTrue();
            process.client().setCutOff(true);
            GuardedGates.await(() -> gate.state() == GateState.DEGRADED);
            GuardedGates.await(() -> problems(gate).equals(List.of(Kind.NO_LOCKS)));
            assertThat(gate.contains(1L)).isTrue();
            process.client().setCutOff(false);
            assertThat(gate.addIfAbsent(2L)).isTrue();
            awaitActive(gate);
            assertThat(problems(gate)).isEmpty();
            assertThat(gate.contains(2L)).isTrue();
        }
        assertThat(log.messages(Level.SEVERE)).isEmpty();
        assertThat(log.warnings()).hasSize(1);
    }

    @Test
    void look_sessionIsLostAndAnotherCame_missesNoWrite() {
        GuardedStore process = gates.process();
        try (Gate<Long> first = GuardedGates.open(process)) {
            awaitActive(first);
            process.client().loseSessions();
            GateBuilder<Long> builder = GuardedGates.builder(gates.process());
            builder.settings.grace = Duration.ofSeconds(2); // within which the first one notices
            try (Gate<Long> second = builder.open()) {
                assertThat(second.addIfAbsent(2L)).isTrue();
                assertThat(first.contains(2L)).isTrue();
            }
            awaitActive(first);
            assertThat(first.contains(2L)).isTrue();
        }
    }

    @Test
    void adding_rightWasLostSinceTheTicketBegan_isRefused() {
        GuardedStore process = gates.process();
        try (Gate<Long> gate = GuardedGates.open(process)) {
            awaitActive(gate);
            try (WriteTicket<Long> ticket = gate.beginWrite()) {
                process.client().loseSessions();
                GuardedGates.await(() -> gate.statistics().stateChanges() > 1);
                assertThatThrownBy(() -> ticket.adding(2L))
                        .isInstanceOfSatisfying(
                                StoreException.class,
                                problem -> assertThat(problem.outcome()).isEqualTo(Outcome.NOT_DONE));
                ticket.rolledBack();
            }
            assertThat(gate.addIfAbsent(2L)).isTrue();
        }
    }

    @Test
    void open_storeIsDown_waitsForNobodyAndWritesAreNotDone() {
        GuardedStore process = gates.process();
        process.client().setCutOff(true);
        GateBuilder<Long> builder = GuardedGates.builder(process);
        GuardedGates.longestWrite(builder, Duration.ofMillis(50));
        try (Gate<Long> gate = builder.open()) {
            assertThat(gate.state()).isEqualTo(GateState.BUILDING);
            assertThatThrownBy(() -> gate.addIfAbsent(1L))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("unguarded()")
                    .hasCauseInstanceOf(StoreException.class);
            assertThat(problems(gate)).containsExactly(Kind.NO_LOCKS);
            process.client().setCutOff(false);
            awaitActive(gate);
        }
    }

    @Test
    void close_ticketIsOpen_keepsALockUntilItEnds() {
        Gate<Long> first = GuardedGates.open(gates.process());
        awaitActive(first);
        WriteTicket<Long> ticket = first.beginWrite();
        ticket.adding(1L);
        Bypass<Long> bypass = first.bypass();
        first.close();
        bypass.close();
        bypass.close(); // counts once
        try (Gate<Long> second = GuardedGates.open(gates.process())) {
            assertThat(second.addIfAbsent(2L)).isTrue(); // it gives way all the same
            assertThat(gates.locks.locked()).as("one place each").isEqualTo(2);
            assertThat(second.state()).isEqualTo(GateState.BUILDING);
            assertThat(gates.store.insert(1L)).isTrue();
            ticket.committed();
            awaitActive(second);
            assertThat(second.contains(1L)).isTrue();
        }
        assertThat(gates.locks.openSessions()).isZero();
    }

    @Test
    void close_writeInDoubt_nextOneWaitsForTheGrace() {
        Gate<Long> first = GuardedGates.open(gates.process());
        awaitActive(first);
        first.beginWrite().close(); // nothing in it
        try (WriteTicket<Long> ticket = first.beginWrite()) {
            ticket.adding(1L);
        }
        assertThat(first.inDoubt()).containsExactly(1L);
        first.close();
        assertThat(gates.locks.epoch().ended()).isFalse();
        try (Gate<Long> second = GuardedGates.open(gates.process())) {
            awaitActive(second);
        }
        assertThat(gates.locks.epoch().ended()).isTrue();
    }

    @Test
    void close_aThousandTimes_leavesNothing() {
        GuardedStore process = gates.process();
        for (int i = 0; i < 1_000; i++) {
            Gate<Long> gate = GuardedGates.builder(process).openCold();
            assertThat(gate.state()).isEqualTo(GateState.BUILDING);
            gate.close();
        }
        assertThat(gates.locks.openSessions()).isZero();
        assertThat(gates.locks.locked()).isZero();
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().equals("bloomery-gate-guard"));
        assertThat(log.warnings()).isEmpty();
    }

    @Test
    void unguarded_withAFeed_isRefused() {
        StoreWriters<Long> fed = StoreWriters.fedBy(receiver -> () -> {}, Duration.ZERO);
        assertThatThrownBy(fed::unguarded).isInstanceOf(IllegalStateException.class);
    }

    // the other kinds of gates

    /** What a gate of another kind shows: it is active, gives way to this one, and is active again. */
    private void assertGivesWay(AnyGate<?> gate) {
        awaitActive(gate);
        try (Gate<Long> other = GuardedGates.open(gates.process())) {
            assertThat(other.addIfAbsent(1L)).isTrue();
            assertThat(gate.state()).isEqualTo(GateState.DEGRADED);
            assertThat(problems(gate)).containsExactly(Kind.ANOTHER_GATE);
        }
        awaitActive(gate);
        gate.close();
        assertThat(gates.locks.openSessions()).isZero();
    }

    private <K> KeyScan<K> scan(KeyScan<K> keys) {
        GuardedStore process = gates.process();
        return new KeyScan<>() {
            @Override
            public long scan(Consumer<? super K> sink) {
                return keys.scan(sink);
            }

            @Override
            public Optional<StoreLocks> locks() {
                return process.locks();
            }
        };
    }

    @Test
    void open_besideAReadOnlyGate_isNoticed() {
        assertGivesWay(GuardedGates.quick(ReadOnlyGate.over(
                                KeyStore.readOnly(gates.store::contains, scan(gates.store)),
                                KeyEncoder.int64(),
                                GuardedGates.SPEC)
                        .writers(StoreWriters.onlyThisProcess()))
                .open());
    }

    @Test
    void open_besideALoadingGate_isNoticed() {
        KeyScan<Long> scan = scan(gates.store);
        Loader<Long, String> loader = new Loader<>() {
            @Override
            public Optional<String> load(Long key) {
                return gates.store.contains(key) ? Optional.of("there") : Optional.empty();
            }

            @Override
            public long scan(Consumer<? super Long> sink) {
                return scan.scan(sink);
            }

            @Override
            public Optional<StoreLocks> locks() {
                return scan.locks();
            }
        };
        LoadingGate<Long, String> gate = GuardedGates.quick(
                        LoadingGate.over(loader, KeyEncoder.int64(), GuardedGates.SPEC)
                                .writers(StoreWriters.onlyThisProcess()))
                .open();
        gate.writing(7L, () -> assertThat(gates.store.insert(7L)).isTrue());
        assertThat(gate.get(7L)).contains("there");
        assertGivesWay(gate);
    }

    @Test
    void open_besideAnExpiringGate_isNoticed() {
        ExpiringStore store = new ExpiringStore();
        store.useLocks(gates.locks.client());
        ExpiringGate<Long> gate = GuardedGates.quick(ExpiringGate.over(store, KeyEncoder.int64(), GuardedGates.SPEC)
                        .writers(StoreWriters.onlyThisProcess()))
                .open();
        assertThat(gate.addOrProlong(7L)).isTrue();
        assertGivesWay(gate);
    }

    @Test
    void open_besideAnOwnerGate_isNoticed() {
        InMemoryOwnerStore store = new InMemoryOwnerStore();
        store.useLocks(gates.locks.client());
        OwnerGate<Integer, Integer> gate = GuardedGates.quick(
                        OwnerGate.over(store, FilterFamily.of(KeyEncoder.int32(), KeyEncoder.int32(), 0.01))
                                .writers(StoreWriters.onlyThisProcess()))
                .open();
        assertThat(gate.addIfAbsent(1, 2)).isTrue();
        assertThat(gate.removeOwner(1)).isTrue();
        assertGivesWay(gate);
    }

    @Test
    void removeOwner_otherIsStopped_isNotDone() {
        GuardedStore stopped = gates.process();
        Gate<Long> first = GuardedGates.open(stopped);
        awaitActive(first);
        stopped.client().setPaused(true);
        InMemoryOwnerStore store = new InMemoryOwnerStore();
        store.useLocks(gates.locks.client());
        OwnerGateBuilder<Integer, Integer> builder =
                GuardedGates.quick(OwnerGate.over(store, FilterFamily.of(KeyEncoder.int32(), KeyEncoder.int32(), 0.01))
                        .writers(StoreWriters.onlyThisProcess()));
        GuardedGates.longestWrite(builder, Duration.ofMillis(50));
        try (OwnerGate<Integer, Integer> gate = builder.open()) {
            assertThatThrownBy(() -> gate.removeOwner(1)).isInstanceOf(StoreException.class);
            assertThatThrownBy(() -> gate.addIfAbsent(1, 2)).isInstanceOf(StoreException.class);
        }
        stopped.client().setPaused(false);
        first.close();
    }
}
