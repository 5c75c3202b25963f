package dev.bloomery.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.gate.fixture.CapturedLog;
import dev.bloomery.gate.fixture.InMemoryStore;
import dev.bloomery.gate.report.GateProblem;
import dev.bloomery.gate.report.GateState;
import dev.bloomery.gate.report.RebuildReport;
import dev.bloomery.gate.store.KeyFeed;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What others throw, who work for a gate or hear of it, does not harm it. */
class IsolationTest {
    private static final BloomSpec BLOOM = BloomSpec.of(1_000, 0.01);

    /** Throws whatever it hears. */
    private static final class Thrower implements GateListener {
        private final List<String> heard = new ArrayList<>();

        @Override
        public void stateChanged(GateState state) {
            fail("state " + state);
        }

        @Override
        public void rebuilt(RebuildReport report) {
            fail("rebuilt");
        }

        @Override
        public void rebuildFailed(RuntimeException problem) {
            fail("failed");
        }

        @Override
        public void fppAlarm(double measuredFpp, double promisedFpp) {
            heard.add("alarm");
            throw new AssertionError("an Error is no better");
        }

        private void fail(String what) {
            heard.add(what);
            throw new IllegalStateException("the listener fails on purpose");
        }
    }

    @TempDir
    private Path parent;

    private final CapturedLog log = new CapturedLog();
    private final InMemoryStore store = new InMemoryStore();
    private final Thrower thrower = new Thrower();

    @AfterEach
    void closeLog() {
        log.close();
    }

    private GateBuilder<Long> builder() {
        return Gate.over(store, KeyEncoder.int64(), BLOOM).writers(StoreWriters.onlyThisProcess());
    }

    private GateBuilder<Long> durable() {
        return Gate.over(store, DurableFilters.in(parent.resolve("gate"), KeyEncoder.int64(), BLOOM))
                .writers(StoreWriters.onlyThisProcess());
    }

    private void assertDirectoryIsFree() {
        durable().openCold().close();
    }

    @Test
    void rebuild_listenerThrows_isDoneAndLogged() {
        assertThat(store.insert(1L)).isTrue();
        try (Gate<Long> gate = builder().listener(thrower).openCold()) {
            assertThat(gate.rebuild().keys()).isEqualTo(1);
            assertThatThrownBy(() -> gate.rebuild(keys -> {
                        throw new IllegalArgumentException("enough");
                    }))
                    .hasMessage("enough");
            gate.markIncomplete();
            assertThat(gate.rebuild().keys()).isEqualTo(1);
        }
        assertThat(thrower.heard)
                .containsExactly(
                        "state ACTIVE",
                        "rebuilt",
                        "failed",
                        "state DEGRADED",
                        "state ACTIVE",
                        "rebuilt",
                        "state CLOSED");
        assertThat(log.warnings()).hasSize(7).contains("the listener of a gate failed in rebuilt");
    }

    @Test
    void close_listenerThrows_directoryIsFree() {
        durable().listener(thrower).openWarm(keys -> {}).close();
        assertThat(thrower.heard).endsWith("state CLOSED");
        assertDirectoryIsFree();
    }

    @Test
    void close_schedulerThrows_directoryIsFree() {
        RebuildScheduler scheduler = (task, pause) -> () -> {
            throw new IllegalStateException("the scheduler fails on purpose");
        };
        Gate<Long> gate = durable()
                .rebuild(RebuildPolicy.checking(scheduler, Duration.ofSeconds(1)))
                .openCold();
        assertThatThrownBy(gate::close).hasMessageContaining("on purpose");
        assertDirectoryIsFree();
    }

    @Test
    void close_schedulerThrows_feedIsCancelled() {
        AtomicInteger cancelled = new AtomicInteger();
        KeyFeed<Long> feed = receiver -> cancelled::incrementAndGet;
        RebuildScheduler scheduler = (task, pause) -> () -> {
            throw new IllegalStateException("the scheduler fails on purpose");
        };
        Gate<Long> gate = Gate.over(store, KeyEncoder.int64(), BLOOM)
                .writers(StoreWriters.fedBy(feed, Duration.ZERO))
                .rebuild(RebuildPolicy.checking(scheduler, Duration.ofSeconds(1)))
                .openCold();
        assertThatThrownBy(gate::close).hasMessageContaining("on purpose");
        assertThat(cancelled).hasValue(1);
    }

    @Test
    void openCold_schedulerRefuses_directoryIsFree() {
        RebuildScheduler scheduler = (task, pause) -> {
            throw new RejectedExecutionException("shut down");
        };
        GateBuilder<Long> builder = durable().rebuild(RebuildPolicy.checking(scheduler, Duration.ofSeconds(1)));
        assertThatThrownBy(builder::openCold).isInstanceOf(RejectedExecutionException.class);
        assertDirectoryIsFree();
    }

    @Test
    void openWarm_errorInTheScan_directoryIsFree() {
        store.failScansWith(() -> new StackOverflowError("on purpose"));
        assertThatThrownBy(() -> durable().openWarm(keys -> {})).isInstanceOf(StackOverflowError.class);
        store.failScansWith(null);
        assertDirectoryIsFree();
    }

    @Test
    void contains_listenerOfTheAlarmThrows_answers() {
        try (Gate<Long> gate = builder().fppAlarm(3, 100).listener(thrower).openWarm(keys -> {})) {
            LongStream.range(0, 10_000).forEach(gate::addIfAbsent);
            LongStream.range(1_000_000, 1_010_000)
                    .forEach(key -> assertThat(gate.contains(key)).isFalse());
            assertThat(thrower.heard).contains("alarm");
        }
    }

    @Test
    void feed_listenerThrows_receiverDoesNot() {
        List<KeyFeed.Receiver<Long>> receivers = new ArrayList<>();
        KeyFeed<Long> feed = receiver -> {
            receivers.add(receiver);
            return () -> {};
        };
        try (Gate<Long> gate = Gate.over(store, KeyEncoder.int64(), BLOOM)
                .writers(StoreWriters.fedBy(feed, Duration.ZERO))
                .listener(thrower)
                .openWarm(keys -> {})) {
            receivers.get(0).gap();
            assertThat(gate.state()).isEqualTo(GateState.DEGRADED);
            assertThat(thrower.heard).contains("state DEGRADED");
        }
    }

    @Test
    void rebuildPolicy_errorInARebuild_nextLookRebuilds() {
        List<Runnable> looks = new ArrayList<>();
        List<RuntimeException> told = new ArrayList<>();
        RebuildScheduler scheduler = (task, pause) -> {
            looks.add(task);
            return () -> {};
        };
        try (Gate<Long> gate = builder()
                .rebuild(RebuildPolicy.checking(scheduler, Duration.ofSeconds(1)))
                .listener(new GateListener() {
                    @Override
                    public void rebuildFailed(RuntimeException problem) {
                        told.add(problem);
                    }
                })
                .openCold()) {
            store.failScansWith(() -> new StackOverflowError("on purpose"));
            looks.get(0).run();
            looks.get(0).run();
            assertThat(told).hasSize(2).allMatch(problem -> problem.getCause() instanceof StackOverflowError);
            assertThat(log.warnings()).hasSize(1).first().asString().contains("the last rebuild failed: on purpose");
            assertThat(gate.statistics().problems())
                    .extracting(GateProblem::kind)
                    .containsExactly(GateProblem.Kind.REBUILD_FAILED);
            store.failScansWith(null);
            looks.get(0).run();
            assertThat(gate.state()).isEqualTo(GateState.ACTIVE);
            assertThat(gate.statistics().problems()).isEmpty();
        }
    }

    /** Control: the executor that most schedulers are made of ends a task that throws. */
    @Test
    void scheduledExecutor_taskThrows_isNotRunAgain() throws InterruptedException {
        var executor = java.util.concurrent.Executors.newSingleThreadScheduledExecutor();
        try {
            AtomicInteger runs = new AtomicInteger();
            Consumer<Runnable> schedule = task -> {
                Runnable unused = RebuildScheduler.of(executor).schedule(task, Duration.ofMillis(1));
            };
            java.util.concurrent.CountDownLatch others = new java.util.concurrent.CountDownLatch(100);
            schedule.accept(() -> {
                runs.incrementAndGet();
                throw new IllegalStateException("on purpose");
            });
            schedule.accept(others::countDown);
            others.await();
            assertThat(runs).hasValue(1);
        } finally {
            executor.shutdownNow();
        }
    }
}
