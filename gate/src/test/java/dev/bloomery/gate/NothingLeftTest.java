package dev.bloomery.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.bloomery.family.FilterFamily;
import dev.bloomery.file.SyncPolicy;
import dev.bloomery.gate.fixture.CapturedLog;
import dev.bloomery.gate.fixture.ExpiringStore;
import dev.bloomery.gate.fixture.InMemoryOwnerStore;
import dev.bloomery.gate.fixture.InMemoryStore;
import dev.bloomery.gate.report.GateState;
import dev.bloomery.gate.store.Loader;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Gates that are opened and closed many times, a thousand in the long tests, with a policy, a pause between
 * tries of a rebuild, and lookups under way, leave nothing running: no thread of theirs, no
 * task of a scheduler, no open file.
 */
@Timeout(300)
class NothingLeftTest {
    private static final int TIMES = 150;
    private static final int MANY_TIMES = 1_000;
    private static final BloomSpec SPEC = BloomSpec.of(1_000, 0.01);
    private static final Path OPEN_FILES = Path.of("/proc/self/fd");

    @TempDir
    private Path parent;

    private final InMemoryStore store = new InMemoryStore();
    private final InMemoryOwnerStore owners = new InMemoryOwnerStore();
    private final ExpiringStore expiring = new ExpiringStore();
    private final ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);
    private final List<CompletionStage<?>> underWay = new ArrayList<>();
    private final CapturedLog log = new CapturedLog();

    @BeforeEach
    void failScans() {
        scheduler.setRemoveOnCancelPolicy(true);
        store.failScansWith(() -> new StoreException("on purpose: a rebuild waits for its next try", null));
    }

    @AfterEach
    void end() {
        scheduler.shutdownNow();
        log.close();
    }

    private <G extends AbstractGate<?, ?>, B extends AbstractGateBuilder<?, G, B>> G open(
            AbstractGateBuilder<?, G, B> builder) {
        return builder.name("left")
                .rebuild(RebuildPolicy.checking(RebuildScheduler.of(scheduler), Duration.ofMillis(1)))
                .retryPauses(Duration.ofHours(1), Duration.ofHours(1))
                .doubtsEndAfter(Duration.ofMillis(1))
                .open();
    }

    private void assertNothingIsLeft() throws InterruptedException, ExecutionException, TimeoutException {
        for (CompletionStage<?> each : underWay) {
            try {
                Object unused = each.toCompletableFuture().get(60, TimeUnit.SECONDS);
            } catch (ExecutionException closed) {
                assertThat(closed).hasCauseInstanceOf(IllegalStateException.class);
            }
        }
        assertThat(scheduler.getQueue()).isEmpty();
        for (int i = 0; i < 6_000 && !ownThreads().isEmpty(); i++) {
            Thread.sleep(10); // a thread that has done its task may be about to end
        }
        assertThat(ownThreads()).isEmpty();
    }

    private static List<String> ownThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("bloomery"))
                .toList();
    }

    /** The control: such a gate has a thread that waits, and a task, until it is closed. */
    @Test
    void ownThreads_gateThatWaitsForItsNextTry_hasOne() throws Exception {
        Gate<Long> gate = open(Gate.over(store, KeyEncoder.int64(), SPEC).writers(StoreWriters.onlyThisProcess()));
        for (int i = 0; i < 6_000 && !ownThreads().contains("bloomery-gate-retry-left"); i++) {
            Thread.sleep(10);
        }
        assertThat(ownThreads()).contains("bloomery-gate-retry-left");
        gate.close();
        assertNothingIsLeft();
    }

    @Test
    void close_gatesInMemory_leaveNothing() throws Exception {
        openAndCloseInMemory(TIMES);
    }

    @Test
    @Tag("long")
    void close_manyGatesInMemory_leaveNothing() throws Exception {
        openAndCloseInMemory(MANY_TIMES);
    }

    private void openAndCloseInMemory(int times) throws Exception {
        for (int i = 0; i < times; i++) {
            Gate<Long> gate = open(Gate.over(store, KeyEncoder.int64(), SPEC).writers(StoreWriters.onlyThisProcess()));
            underWay.add(gate.containsAsync(1L));
            ReadOnlyGate<Long> readOnly =
                    open(ReadOnlyGate.over(store, KeyEncoder.int64(), SPEC).writers(StoreWriters.onlyThisProcess()));
            underWay.add(readOnly.containsAsync(1L));
            ExpiringGate<Long> prolonging =
                    open(ExpiringGate.over(expiring, KeyEncoder.int64(), SPEC).writers(StoreWriters.onlyThisProcess()));
            underWay.add(prolonging.addOrProlongAsync(1L));
            LoadingGate<Long, String> loading = open(LoadingGate.over(new FromStore(), KeyEncoder.int64(), SPEC)
                    .writers(StoreWriters.onlyThisProcess()));
            underWay.add(loading.getAsync(1L));
            OwnerGate<Integer, Integer> ofOwners =
                    open(OwnerGate.over(owners, FilterFamily.of(KeyEncoder.int32(), KeyEncoder.int32(), 0.01))
                            .writers(StoreWriters.onlyThisProcess()));
            underWay.add(ofOwners.containsAsync(1, 1));
            List.of(gate, readOnly, prolonging, loading, ofOwners).forEach(AnyGate::close);
        }
        assertNothingIsLeft();
    }

    @Test
    void close_gatesWithFiles_leaveNothing() throws Exception {
        openAndCloseWithFiles(TIMES);
    }

    @Test
    @Tag("long")
    void close_manyGatesWithFiles_leaveNothing() throws Exception {
        openAndCloseWithFiles(MANY_TIMES);
    }

    private void openAndCloseWithFiles(int times) throws Exception {
        assumeThat(Files.isDirectory(OPEN_FILES))
                .as("a system that lists open files")
                .isTrue();
        openAndClose(3);
        long before = openFiles();
        openAndClose(times);
        assertNothingIsLeft();
        assertThat(openFiles()).isLessThanOrEqualTo(before);
    }

    private void openAndClose(int times) {
        for (int i = 0; i < times; i++) {
            Gate<Long> gate = open(Gate.over(
                            store,
                            DurableFilters.in(parent.resolve("gate"), KeyEncoder.int64(), SPEC)
                                    .sync(SyncPolicy.every(Duration.ofHours(1))))
                    .writers(StoreWriters.onlyThisProcess()));
            assertThat(gate.state()).isNotEqualTo(GateState.CLOSED);
            OwnerGate<Integer, Integer> ofOwners = open(OwnerGate.over(
                            owners,
                            FilterFamily.of(KeyEncoder.int32(), KeyEncoder.int32(), 0.01)
                                    .memoryBudget(1 << 20))
                    .writers(StoreWriters.onlyThisProcess())
                    .spillTo(parent.resolve("family")));
            underWay.add(gate.containsAsync(1L));
            underWay.add(ofOwners.addIfAbsentAsync(i, 1));
            gate.close();
            ofOwners.close();
        }
    }

    private static long openFiles() throws IOException {
        try (Stream<Path> open = Files.list(OPEN_FILES)) {
            return open.count();
        }
    }

    private final class FromStore implements Loader<Long, String> {
        @Override
        public Optional<String> load(Long key) {
            return store.contains(key) ? Optional.of("it") : Optional.empty();
        }

        @Override
        public long scan(Consumer<? super Long> sink) {
            return store.scan(sink);
        }
    }
}
