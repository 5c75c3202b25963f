package dev.bloomery.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.Filters;
import dev.bloomery.gate.fixture.CapturedLog;
import dev.bloomery.gate.fixture.InMemoryStore;
import dev.bloomery.gate.internal.protocol.RetryPauses;
import dev.bloomery.gate.report.GateProblem;
import dev.bloomery.gate.report.GateState;
import dev.bloomery.gate.report.RebuildReport;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.CuckooSpec;
import dev.bloomery.spec.FilterSpec;
import dev.bloomery.spec.WindowedSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code open()} throws, and how a warm-up that fails is tried again. */
class WarmUpTest {
    private static final BloomSpec BLOOM = BloomSpec.of(1_000, 0.01);
    private static final WindowedSpec WEEK = WindowedSpec.of(1_000, Duration.ofDays(7), 0.01);

    @TempDir
    private Path parent;

    private final CapturedLog log = new CapturedLog();
    private final ManualRetries retries = new ManualRetries();
    private final InMemoryStore store = new InMemoryStore();

    @AfterEach
    void closeLog() {
        log.close();
    }

    private GateBuilder<Long> builder(FilterSpec spec) {
        return Gate.over(store, KeyEncoder.int64(), spec).writers(StoreWriters.onlyThisProcess());
    }

    private GateBuilder<Long> durable(FilterSpec spec) {
        return Gate.over(store, DurableFilters.in(parent.resolve("gate"), KeyEncoder.int64(), spec))
                .writers(StoreWriters.onlyThisProcess());
    }

    /** Tries by hand. */
    private Gate<Long> open(GateBuilder<Long> builder) {
        retries.use(builder.settings);
        return builder.open();
    }

    private void failScans(String message) {
        store.failScansWith(() -> new StoreException(message, null));
    }

    @Test
    void open_windowWithoutExpiryOrTooShort_isRefused() {
        assertThatThrownBy(() -> builder(WEEK).open())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("keysExpire");
        assertThatThrownBy(() -> builder(WEEK)
                        .keysExpire(Duration.ofDays(7), Duration.ofSeconds(1), Duration.ZERO)
                        .open())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("window at least as long");
        assertThatThrownBy(() -> durable(WEEK).open())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("keysExpire");
        durable(BLOOM).openCold().close(); // the directory is free
    }

    @Test
    void open_suppliedFiltersCannotBeUsed_isRefused() {
        assertThatThrownBy(() -> Gate.over(
                                store,
                                () -> Filters.windowed(KeyEncoder.int64(), WEEK).build())
                        .writers(StoreWriters.onlyThisProcess())
                        .open())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("keysExpire");
        assertThatThrownBy(() -> Gate.over(store, () -> {
                            throw new OutOfMemoryError("on purpose");
                        })
                        .writers(StoreWriters.onlyThisProcess())
                        .open())
                .isInstanceOf(OutOfMemoryError.class);
    }

    @Test
    void open_suppliedFilters_firstOneIsUsed() {
        AtomicLong made = new AtomicLong();
        GateBuilder<Long> builder = Gate.over(store, () -> {
                    made.incrementAndGet();
                    return Filters.bloom(KeyEncoder.int64(), BLOOM).build();
                })
                .writers(StoreWriters.onlyThisProcess());
        try (Gate<Long> gate = open(builder)) {
            retries.tryOnce();
            assertThat(gate.state()).isEqualTo(GateState.ACTIVE);
            assertThat(made).hasValue(1);
            gate.rebuild();
            assertThat(made).hasValue(2);
        }
    }

    @Test
    void open_scansFail_isTriedAgainWithGrowingPauses() {
        assertThat(store.insert(1L)).isTrue();
        failScans("the table is locked");
        try (Gate<Long> gate = open(builder(BLOOM))) {
            assertThat(gate.statistics().problems()).isEmpty();
            assertThat(gate).hasToString("Gate[BUILDING]");
            for (int i = 0; i < 9; i++) {
                retries.tryOnce();
            }
            assertThat(retries.pauses)
                    .extracting(Duration::toSeconds)
                    .containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 60L, 60L, 60L);
            assertThat(gate.state()).isEqualTo(GateState.BUILDING);
            assertThat(gate).hasToString("Gate[BUILDING: the last rebuild failed: the table is locked]");
            assertThat(gate.statistics().problems())
                    .containsExactly(new GateProblem(
                            GateProblem.Kind.REBUILD_FAILED, "the last rebuild failed: the table is locked"));
            assertThat(log.warnings()).hasSize(1);
            failScans("the server is gone");
            retries.tryOnce();
            assertThat(log.warnings())
                    .containsExactly(
                            "the last rebuild failed: the table is locked",
                            "the last rebuild failed: the server is gone");
            store.failScansWith(null);
            retries.tryOnce();
            assertThat(gate.state()).isEqualTo(GateState.ACTIVE);
            assertThat(gate.contains(1L)).isTrue();
            assertThat(gate.statistics().problems()).isEmpty();
            assertThat(gate).hasToString("Gate[ACTIVE]");
            assertThat(log.messages(Level.INFO)).last().asString().contains("active again");
            assertThat(retries.isEmpty()).isTrue();
        }
    }

    @Test
    void open_otherPauses_areKept() {
        failScans("down");
        try (Gate<Long> gate = open(builder(BLOOM).retryPauses(Duration.ofSeconds(10), Duration.ofSeconds(30)))) {
            for (int i = 0; i < 4; i++) {
                retries.tryOnce();
            }
            // a pause is at least as long as the try before it took, so they are far longer than a try
            assertThat(retries.pauses).extracting(Duration::toSeconds).containsExactly(10L, 20L, 30L, 30L);
            assertThat(gate.state()).isEqualTo(GateState.BUILDING);
        }
        assertThatThrownBy(() -> builder(BLOOM).retryPauses(Duration.ofSeconds(2), Duration.ofSeconds(1)))
                .hasMessageContaining("at least as much");
        assertThatThrownBy(() -> builder(BLOOM).retryPauses(Duration.ZERO, Duration.ofSeconds(1)))
                .hasMessageContaining("positive");
    }

    @Test
    void open_failedTryTookLong_pauseIsAsLong() {
        AtomicLong nanos = new AtomicLong();
        store.failScansWith(() -> {
            nanos.addAndGet(Duration.ofHours(1).toNanos());
            return new StoreException("cut off at last", null);
        });
        GateBuilder<Long> builder = builder(BLOOM);
        builder.settings.nanoTime = nanos::get;
        try (Gate<Long> gate = open(builder)) {
            retries.tryOnce();
            assertThat(retries.pauses).containsExactly(Duration.ofHours(1));
            assertThat(gate.state()).isEqualTo(GateState.BUILDING);
        }
    }

    @Test
    void open_filterTooSmall_saysWhatToDoAndWaitsForTheTableToShrink() {
        LongStream.range(0, 1_000).forEach(store::insert);
        try (Gate<Long> gate = open(builder(CuckooSpec.of(100, 0.01)))) {
            retries.tryOnce();
            retries.tryOnce();
            assertThat(retries.pauses).extracting(Duration::toSeconds).containsExactly(60L, 60L);
            assertThat(gate.toString()).contains("use a spec for more keys");
            assertThat(log.warnings()).hasSize(1);
            LongStream.range(0, 950).forEach(gate::remove);
            retries.tryOnce();
            assertThat(gate.state()).isEqualTo(GateState.ACTIVE);
        }
    }

    @Test
    void close_whileItWaits_isTheEnd() {
        failScans("down");
        Gate<Long> gate = open(builder(BLOOM));
        retries.tryOnce();
        gate.close();
        assertThat(retries.ended()).isEqualTo(1);
        assertThat(retries.isEmpty()).isTrue();
    }

    @Test
    void close_whileItTries_isTheEnd() {
        GateBuilder<Long> builder = builder(BLOOM);
        retries.use(builder.settings);
        Gate<Long> gate = builder.open();
        store.failScansWith(() -> {
            gate.close();
            return new StoreException("cut off", null);
        });
        retries.tryOnce();
        assertThat(retries.isEmpty()).isTrue();
        assertThat(retries.pauses).isEmpty();
        assertThat(log.warnings()).isEmpty();
    }

    @Test
    void rebuildWith_whileItWaits_theNextTryHasNothingToDo() {
        LongStream.range(0, 1_000).forEach(store::insert);
        try (Gate<Long> gate = open(builder(CuckooSpec.of(100, 0.01)))) {
            retries.tryOnce();
            gate.rebuildWith(() -> Filters.cuckoo(KeyEncoder.int64(), CuckooSpec.of(2_000, 0.01))
                    .build());
            long scans = store.scans.sum();
            retries.tryOnce();
            assertThat(store.scans.sum()).isEqualTo(scans);
            assertThat(retries.isEmpty()).isTrue();
            assertThat(gate.state()).isEqualTo(GateState.ACTIVE);
        }
    }

    @Test
    void open_withProgress_hearsOfTheTryThatSucceeds() {
        LongStream.range(0, 100).forEach(store::insert);
        AtomicLong scanned = new AtomicLong(-1);
        GateBuilder<Long> builder = builder(BLOOM);
        retries.use(builder.settings);
        failScans("down");
        try (Gate<Long> gate = builder.open(scanned::set)) {
            retries.tryOnce();
            assertThat(scanned).as("the first try failed").hasValue(-1);
            store.failScansWith(null);
            retries.tryOnce();
            assertThat(gate.state()).isEqualTo(GateState.ACTIVE);
            assertThat(scanned).hasValue(100);
        }
    }

    @Test
    void open_executorRefuses_isTriedAgain() {
        AtomicBoolean refuses = new AtomicBoolean(true);
        GateBuilder<Long> builder = builder(BLOOM);
        retries.use(builder.settings);
        builder.rebuildExecutor(task -> {
            if (refuses.get()) {
                throw new RejectedExecutionException("no thread left");
            }
            task.run();
        });
        try (Gate<Long> gate = builder.open()) {
            assertThat(gate.toString()).contains("no thread left");
            refuses.set(false);
            retries.tryOnce();
            assertThat(gate.state()).isEqualTo(GateState.ACTIVE);
        }
    }

    /** With the threads and the clock of production. */
    @Test
    void open_firstScanFails_secondOneIsDone() throws InterruptedException {
        CountDownLatch active = new CountDownLatch(1);
        AtomicBoolean failed = new AtomicBoolean();
        store.failScansWith(() -> failed.getAndSet(true) ? null : new StoreException("cut off", null));
        try (Gate<Long> gate = builder(BLOOM)
                .retryPauses(Duration.ofMillis(1), Duration.ofMillis(1))
                .listener(new GateListener() {
                    @Override
                    public void rebuilt(RebuildReport report) {
                        active.countDown();
                    }
                })
                .open()) {
            assertThat(active.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(gate.state()).isEqualTo(GateState.ACTIVE);
            assertThat(failed).isTrue();
        }
    }

    @Test
    void pauses_ofEachNumberOfFailures_growUpToTheLongest() {
        RetryPauses pauses = new RetryPauses(Duration.ofSeconds(3), Duration.ofSeconds(10));
        assertThat(List.of(pauses.after(0), pauses.after(1), pauses.after(2), pauses.after(3), pauses.after(1_000_000)))
                .extracting(Duration::toSeconds)
                .containsExactly(0L, 3L, 6L, 10L, 10L);
    }
}
