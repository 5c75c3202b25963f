package dev.bloomery.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.file.SyncPolicy;
import dev.bloomery.gate.fixture.CapturedLog;
import dev.bloomery.gate.fixture.InMemoryStore;
import dev.bloomery.gate.report.GateProblem;
import dev.bloomery.gate.report.GateState;
import dev.bloomery.gate.store.KeyScan;
import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A filter that was kept on the disk answers only if it has a few keys of the store. */
class SpotCheckTest {
    private static final BloomSpec BLOOM = BloomSpec.of(10_000, 0.001);

    private record Visit(long user, long page) {}

    @TempDir
    private Path parent;

    private final CapturedLog log = new CapturedLog();
    private final ManualRetries retries = new ManualRetries();
    private final InMemoryStore store = new InMemoryStore();
    private final List<String> told = new ArrayList<>();

    @AfterEach
    void closeLog() {
        log.close();
    }

    private <K> GateBuilder<K> builder(KeyStore<K> keys, KeyEncoder<K> encoder, SyncPolicy policy) {
        GateBuilder<K> builder = Gate.over(
                        keys,
                        DurableFilters.in(parent.resolve("gate"), encoder, BLOOM)
                                .sync(policy))
                .writers(StoreWriters.onlyThisProcess());
        retries.use(builder.settings);
        return builder.listener(new GateListener() {
            @Override
            public void stateChanged(GateState state) {
                told.add(state.name());
            }

            @Override
            public void problemFound(GateProblem problem) {
                told.add(problem.kind().name());
            }
        });
    }

    private GateBuilder<Long> builder() {
        return builder(store, KeyEncoder.int64(), SyncPolicy.always());
    }

    private void fill() {
        LongStream.range(0, 100).forEach(store::insert);
        builder().openWarm(keys -> {}).close();
        told.clear();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void open_encoderWritesFieldsInAnotherOrder_isBuiltAnew(boolean always) {
        SyncPolicy policy = always ? SyncPolicy.always() : SyncPolicy.onClose();
        LongStream.range(0, 100).forEach(store::insert);
        PairStore visits = new PairStore(store);
        KeyEncoder<Visit> before = (visit, sink) -> sink.putLong(visit.user()).putLong(visit.page());
        KeyEncoder<Visit> now = (visit, sink) -> sink.putLong(visit.page()).putLong(visit.user());
        builder(visits, before, policy).openWarm(keys -> {}).close();
        told.clear();
        try (Gate<Visit> gate = builder(visits, now, policy).open()) {
            assertThat(gate.state()).isEqualTo(GateState.BUILDING);
            assertThat(told).containsExactly("WRONG_FILTER");
            assertThat(log.warnings()).hasSize(1).first().asString().contains("the encoder");
            assertThat(gate.contains(new Visit(5, 50))).isTrue();
            retries.tryOnce();
            assertThat(gate.state()).isEqualTo(GateState.ACTIVE);
            assertThat(gate.statistics().problems()).isEmpty();
            for (long key = 0; key < 100; key++) {
                assertThat(gate.contains(PairStore.visit(key))).isTrue();
            }
        }
        told.clear();
        try (Gate<Visit> gate = builder(visits, now, policy).open()) {
            assertThat(gate.state()).isEqualTo(GateState.ACTIVE);
            assertThat(told).isEmpty();
        }
    }

    /** The numbers of an {@link InMemoryStore} as visits. */
    private record PairStore(InMemoryStore numbers) implements KeyStore<Visit> {
        static Visit visit(long number) {
            return new Visit(number, 10 * number);
        }

        @Override
        public boolean contains(Visit visit) {
            return numbers.contains(visit.user());
        }

        @Override
        public boolean insert(Visit visit) {
            return numbers.insert(visit.user());
        }

        @Override
        public boolean delete(Visit visit) {
            return numbers.delete(visit.user());
        }

        @Override
        public boolean replace(Visit oldVisit, Visit newVisit) {
            return numbers.replace(oldVisit.user(), newVisit.user());
        }

        @Override
        public long scan(java.util.function.Consumer<? super Visit> sink) {
            return numbers.scan(number -> sink.accept(visit(number)));
        }
    }

    @Test
    void open_storeWrittenWhileClosed_isBuiltAnew() {
        fill();
        LongStream.range(0, 100).forEach(store::delete);
        assertThat(store.insert(5_000L)).isTrue();
        try (Gate<Long> gate = builder().openCold()) {
            assertThat(gate.state()).isEqualTo(GateState.BUILDING);
            assertThat(gate.contains(5_000L)).isTrue();
            assertThat(gate.rebuild().keys()).isEqualTo(1);
            assertThat(gate.contains(5_000L)).isTrue();
        }
    }

    @Test
    void open_filterRejected_aCrashDoesNotBringItBack() throws IOException {
        fill();
        assertThat(store.insert(5_000L)).isTrue();
        LongStream.range(0, 100).forEach(store::delete);
        try (Gate<Long> gate = builder().openCold()) {
            assertThat(gate.state()).isEqualTo(GateState.BUILDING);
            assertThat(parent.resolve("gate").resolve("complete")).doesNotExist();
            try (var files = Files.list(parent.resolve("gate"))) {
                assertThat(files.filter(Files::isDirectory)).isEmpty();
            }
        }
    }

    @Test
    void open_emptyStoreOrDeletedKeys_isActive() {
        fill();
        LongStream.range(0, 100).forEach(store::delete);
        try (Gate<Long> gate = builder().openCold()) {
            assertThat(gate.state()).isEqualTo(GateState.ACTIVE);
        }
    }

    @Test
    void open_storeIsDown_isActiveWithoutAScanWhenItIsBack() {
        fill();
        long scans = store.scans.sum();
        store.setDown(true);
        try (Gate<Long> gate =
                builder().whenStoreFails(WhenStoreFails.SAY_PRESENT).open()) {
            assertThat(gate.state()).isEqualTo(GateState.BUILDING);
            assertThat(told).containsExactly("UNCHECKED_FILTER");
            assertThat(gate.info()).as("no filter answers").isEmpty();
            assertThat(gate.toString()).contains("the store is down");
            assertThat(gate.contains(5_000L))
                    .as("not said by a filter that was not checked")
                    .isTrue();
            retries.tryOnce();
            retries.tryOnce();
            assertThat(retries.pauses).extracting(Duration::toSeconds).containsExactly(1L, 2L);
            assertThat(log.warnings()).hasSize(1);
            store.setDown(false);
            assertThat(gate.addIfAbsent(200L)).isTrue();
            assertThat(gate.remove(3L)).isTrue();
            retries.tryOnce();
            assertThat(gate.state()).isEqualTo(GateState.ACTIVE);
            assertThat(told).containsExactly("UNCHECKED_FILTER", "ACTIVE");
            assertThat(gate.info()).isPresent();
            assertThat(gate.statistics().promisedFpp()).isEqualTo(0.001);
            assertThat(gate.statistics().problems()).isEmpty();
            assertThat(gate.contains(200L)).as("written before the check").isTrue();
            assertThat(gate.audit().missing()).isZero();
            assertThat(store.scans.sum()).as("the audit alone").isEqualTo(scans + 1);
        }
    }

    @Test
    void open_storeIsDownAndTheFilterIsWrong_isRebuiltWhenItIsBack() {
        fill();
        LongStream.range(0, 100).forEach(store::delete);
        LongStream.range(1_000, 1_100).forEach(store::insert);
        store.setDown(true);
        try (Gate<Long> gate = builder().open()) {
            retries.tryOnce();
            store.setDown(false);
            assertThat(gate.addIfAbsent(2_000L)).isTrue();
            retries.tryOnce();
            assertThat(told).containsExactly("UNCHECKED_FILTER", "WRONG_FILTER", "ACTIVE");
            assertThat(gate.contains(1_000L)).isTrue();
            assertThat(gate.contains(2_000L)).isTrue();
            assertThat(gate.audit().missing()).isZero();
        }
    }

    @Test
    void openWarm_storeIsDown_isRefused() {
        fill();
        store.setDown(true);
        store.failScansWith(() -> new StoreException("the store is down", null));
        assertThatThrownBy(() -> builder().openWarm(keys -> {})).hasMessageContaining("down");
        store.setDown(false);
        try (Gate<Long> gate = builder().openCold()) {
            assertThat(gate.state()).as("nothing was lost").isEqualTo(GateState.ACTIVE);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void close_beforeTheCheck_isCompleteAtTheNextStart(boolean always) {
        SyncPolicy policy = always ? SyncPolicy.always() : SyncPolicy.onClose();
        LongStream.range(0, 100).forEach(store::insert);
        builder(store, KeyEncoder.int64(), policy).openWarm(keys -> {}).close();
        store.setDown(true);
        builder(store, KeyEncoder.int64(), policy).open().close();
        store.setDown(false);
        try (Gate<Long> gate = builder(store, KeyEncoder.int64(), policy).openCold()) {
            assertThat(gate.state()).isEqualTo(GateState.ACTIVE);
        }
    }

    @Test
    void sample_ofAnyScan_isItsBegin() {
        KeyScan<Integer> scan = sink -> {
            for (int i = 0; i < 100; i++) {
                sink.accept(i);
            }
            return 100;
        };
        assertThat(scan.sample(3)).containsExactly(0, 1, 2);
        assertThat(scan.sample(1_000)).hasSize(100);
        KeyScan<Integer> wrapping = sink -> {
            try {
                return scan.scan(sink);
            } catch (RuntimeException ended) {
                throw new StoreException("the scan was cut short", ended);
            }
        };
        assertThat(wrapping.sample(3)).containsExactly(0, 1, 2);
        KeyScan<Integer> failing = sink -> {
            sink.accept(1);
            throw new StoreException("cut off", null);
        };
        assertThatThrownBy(() -> failing.sample(3)).hasMessage("cut off");
    }
}
