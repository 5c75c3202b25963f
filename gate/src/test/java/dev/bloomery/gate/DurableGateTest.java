package dev.bloomery.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.Filters;
import dev.bloomery.file.SyncPolicy;
import dev.bloomery.gate.fixture.InMemoryStore;
import dev.bloomery.gate.internal.generation.GateDirectory;
import dev.bloomery.gate.report.GateState;
import dev.bloomery.gate.report.RebuildReport;
import dev.bloomery.gate.store.KeyFeed;
import dev.bloomery.gate.store.Loader;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.CuckooSpec;
import dev.bloomery.spec.FilterSpec;
import dev.bloomery.spec.FuseSpec;
import dev.bloomery.spec.WindowedSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Gates over filters in a directory. A copy of the directory of an open gate is what a crash of the process leaves. */
@Timeout(120)
class DurableGateTest {
    private static final BloomSpec BLOOM = BloomSpec.of(10_000, 0.001);
    private static final CuckooSpec CUCKOO = CuckooSpec.of(10_000, 0.001);

    private final InMemoryStore store = new InMemoryStore();

    @TempDir
    Path parent;

    static Stream<SyncPolicy> policies() {
        return Stream.of(SyncPolicy.always(), SyncPolicy.every(Duration.ofSeconds(1)), SyncPolicy.onClose());
    }

    private Path directory() {
        return parent.resolve("gate");
    }

    private GateBuilder<Long> builder(Path directory, FilterSpec spec, SyncPolicy policy) {
        return Gate.over(
                        store,
                        DurableFilters.in(directory, KeyEncoder.int64(), spec).sync(policy))
                .writers(StoreWriters.onlyThisProcess());
    }

    private Gate<Long> open(FilterSpec spec, SyncPolicy policy) {
        return builder(directory(), spec, policy).openWarm(keys -> {});
    }

    private Gate<Long> open(SyncPolicy policy) {
        return open(BLOOM, policy);
    }

    /** What is there after a crash at this moment. */
    private GateBuilder<Long> afterCrash(FilterSpec spec, SyncPolicy policy) throws IOException {
        Path copy = Files.createTempDirectory(parent, "crash").resolve("gate");
        copyTo(copy);
        return builder(copy, spec, policy);
    }

    private void copyTo(Path copy) throws IOException {
        try (Stream<Path> files = Files.walk(directory())) {
            for (Path file : files.toList()) {
                Files.copy(file, copy.resolve(directory().relativize(file).toString()));
            }
        }
    }

    private void assertExact(Gate<Long> gate, long upTo) {
        for (long key = 0; key < upTo; key++) {
            assertThat(gate.contains(key)).as("key %s", key).isEqualTo(store.contains(key));
        }
    }

    private static List<Path> generations(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(Files::isDirectory).toList();
        }
    }

    @ParameterizedTest
    @MethodSource("policies")
    void open_afterClose_isActiveWithoutAScan(SyncPolicy policy) {
        LongStream.range(0, 1_000).filter(key -> key % 2 == 0).forEach(store::insert);
        try (Gate<Long> gate = open(policy)) {
            assertThat(gate.addIfAbsent(1L)).isTrue();
            assertThat(gate.remove(2L)).isTrue();
        }
        long scans = store.scans.sum();
        for (int i = 0; i < 2; i++) {
            try (Gate<Long> gate = builder(directory(), BLOOM, policy).openCold()) {
                assertThat(gate.state()).isEqualTo(GateState.ACTIVE);
                assertThat(gate.statistics().promisedFpp()).isEqualTo(0.001);
                assertExact(gate, 1_100);
                assertThat(gate.statistics().answeredByFilter()).isGreaterThan(550);
                assertThat(gate.addIfAbsent(2_001L + i)).isTrue();
            }
        }
        try (Gate<Long> gate = open(policy)) {
            assertThat(gate.contains(2_001L)).isTrue();
            assertThat(gate.contains(2_002L)).isTrue();
        }
        assertThat(store.scans.sum()).isEqualTo(scans);
    }

    @ParameterizedTest
    @MethodSource("policies")
    void open_afterACrash_isActiveOnlyUnderAlways(SyncPolicy policy) throws IOException {
        boolean always = policy instanceof SyncPolicy.Always;
        try (Gate<Long> gate = open(policy)) {
            LongStream.range(0, 500).forEach(gate::addIfAbsent);
            try (Gate<Long> next = afterCrash(BLOOM, policy).openCold()) {
                assertThat(next.state()).isEqualTo(always ? GateState.ACTIVE : GateState.BUILDING);
                assertExact(next, 600);
            }
        }
    }

    /** Control: the same with a mark that says the filter is complete. */
    @Test
    void open_afterACrashUnderOnCloseWithAForgedMark_wrongAnswersAreSeen() throws IOException {
        SyncPolicy policy = SyncPolicy.onClose();
        try (Gate<Long> gate = open(policy)) {
            LongStream.range(0, 500).forEach(gate::addIfAbsent);
            Files.writeString(
                    directory().resolve("complete"),
                    "bloomery-gate 1 running " + generations(directory()).get(0).getFileName() + "\n");
            GateBuilder<Long> unchecked = afterCrash(BLOOM, policy);
            unchecked.settings.sampledKeys = 0; // else it would be found out
            try (Gate<Long> next = unchecked.openCold()) {
                assertThat(next.state()).isEqualTo(GateState.ACTIVE);
                assertThat(LongStream.range(0, 500).allMatch(next::contains)).isFalse();
            }
        }
    }

    @Test
    void open_markOfACloseThatWasACrash_isNotBelieved() throws IOException {
        open(SyncPolicy.onClose()).close();
        Path mark = directory().resolve("complete");
        String closed = Files.readString(mark);
        try (Gate<Long> gate = open(SyncPolicy.onClose())) {
            assertThat(gate.addIfAbsent(1L)).isTrue();
            assertThat(mark).doesNotExist();
            Files.writeString(mark, closed);
            try (Gate<Long> next = afterCrash(BLOOM, SyncPolicy.onClose()).openCold()) {
                assertThat(next.state()).isEqualTo(GateState.BUILDING);
            }
            Files.delete(mark);
        }
    }

    /** Whatever is cut off its journal, a gate that answers by itself is right. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void open_journalCutAtAnyLength_scansOrIsExact(boolean closed) throws IOException {
        int keys = 650;
        Gate<Long> gate = open(SyncPolicy.always());
        LongStream.range(0, keys).forEach(gate::addIfAbsent);
        if (closed) {
            gate.close();
        }
        Path journal = journals(generations(directory()).get(0)).get(0);
        long bytes = Files.size(journal);
        int scans = 0;
        for (long length = 0; length < bytes; length += 997) {
            GateBuilder<Long> cut = afterCrash(BLOOM, SyncPolicy.always(), journal, length);
            try (Gate<Long> next = cut.openCold()) {
                scans += next.state() == GateState.BUILDING ? 1 : 0;
                assertExact(next, keys + 50);
            }
        }
        assertThat(scans).as("of journals cut among their records").isGreaterThan(20);
        gate.close();
    }

    /** Control: the end of a journal that is believed, because it looks as if the process had been killed there. */
    @Test
    void open_journalWithItsEndOverwrittenByZeros_wrongAnswersAreSeen() throws IOException {
        try (Gate<Long> gate = open(SyncPolicy.always())) {
            LongStream.range(0, 650).forEach(gate::addIfAbsent);
            Path journal = journals(generations(directory()).get(0)).get(0);
            byte[] content = Files.readAllBytes(journal);
            Arrays.fill(content, content.length / 2, content.length, (byte) 0);
            Path copy = parent.resolve("zeros");
            copyTo(copy);
            Files.write(copy.resolve(directory().relativize(journal).toString()), content);
            try (Gate<Long> next = builder(copy, BLOOM, SyncPolicy.always()).openCold()) {
                assertThat(next.state()).isEqualTo(GateState.ACTIVE);
                assertThat(LongStream.range(0, 650).allMatch(next::contains)).isFalse();
            }
        }
    }

    /** The same after a close: the mark says that the filter was closed, and the journal does not. */
    @Test
    void open_closedJournalWithItsEndOverwrittenByZeros_scans() throws IOException {
        try (Gate<Long> gate = open(SyncPolicy.always())) {
            LongStream.range(0, 650).forEach(gate::addIfAbsent);
        }
        Path journal = journals(generations(directory()).get(0)).get(0);
        byte[] content = Files.readAllBytes(journal);
        Arrays.fill(content, content.length / 2, content.length, (byte) 0);
        Files.write(journal, content);
        try (Gate<Long> next = builder(directory(), BLOOM, SyncPolicy.always()).openCold()) {
            assertThat(next.state()).isEqualTo(GateState.BUILDING);
            assertExact(next, 700);
        }
    }

    private static List<Path> journals(Path generation) throws IOException {
        try (Stream<Path> files = Files.list(generation)) {
            return files.filter(file -> file.getFileName().toString().startsWith("journal-"))
                    .sorted()
                    .toList();
        }
    }

    private GateBuilder<Long> afterCrash(FilterSpec spec, SyncPolicy policy, Path cut, long length) throws IOException {
        Path copy = Files.createTempDirectory(parent, "cut").resolve("gate");
        copyTo(copy);
        Path file = copy.resolve(directory().relativize(cut).toString());
        Files.write(file, Arrays.copyOf(Files.readAllBytes(file), Math.toIntExact(length)));
        return builder(copy, spec, policy);
    }

    @Test
    void open_afterACrashOfAnIncompleteGate_begins() throws IOException {
        try (Gate<Long> gate = open(SyncPolicy.always())) {
            assertThat(gate.addIfAbsent(1L)).isTrue();
            Bypass<Long> bypass = gate.bypass();
            assertThat(store.insert(2L)).isTrue();
            assertBuilding();
            bypass.close();
            assertBuilding();
            assertThat(gate.rebuild().keys()).isEqualTo(2);
            try (Gate<Long> next = afterCrash(BLOOM, SyncPolicy.always()).openCold()) {
                assertThat(next.state()).isEqualTo(GateState.ACTIVE);
                assertExact(next, 10);
            }
            gate.markIncomplete();
        }
        assertBuilding();
    }

    private void assertBuilding() throws IOException {
        try (Gate<Long> next = afterCrash(BLOOM, SyncPolicy.always()).openCold()) {
            assertThat(next.state()).isEqualTo(GateState.BUILDING);
            assertExact(next, 10);
        }
    }

    @Test
    void rebuild_besideWrites_crashAtAnyMomentIsComplete() throws IOException {
        try (Gate<Long> gate = open(SyncPolicy.always())) {
            LongStream.range(0, 100).forEach(gate::addIfAbsent);
            Path first = generations(directory()).get(0);
            AtomicLong key = new AtomicLong(100);
            RebuildReport report = gate.rebuild(keys -> {
                assertThat(gate.addIfAbsent(key.getAndIncrement())).isTrue();
                assertCrashIsComplete(key.get());
            });
            assertThat(report.keys()).isEqualTo(100);
            assertThat(generations(directory())).hasSize(1).doesNotContain(first);
            assertThat(gate.addIfAbsent(key.getAndIncrement())).isTrue();
            assertCrashIsComplete(key.get());
        }
    }

    private void assertCrashIsComplete(long keys) {
        try (Gate<Long> next = afterCrash(BLOOM, SyncPolicy.always()).openCold()) {
            assertThat(next.state()).isEqualTo(GateState.ACTIVE);
            assertExact(next, keys + 10);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Test
    void rebuild_givenUp_leavesTheOldFilter() throws IOException {
        try (Gate<Long> gate = open(SyncPolicy.always())) {
            assertThat(gate.addIfAbsent(1L)).isTrue();
            assertThatThrownBy(() -> gate.rebuild(keys -> {
                        throw new IllegalStateException("enough");
                    }))
                    .hasMessage("enough");
            assertThat(generations(directory())).hasSize(1);
            assertThat(gate.addIfAbsent(2L)).isTrue();
            assertCrashIsComplete(3);
        }
    }

    @Test
    void close_besideWrites_everyKeyOfTheStoreIsKnownAfterwards() throws Exception {
        for (SyncPolicy policy : policies().toList()) {
            Gate<Long> gate = open(CUCKOO, policy);
            AtomicLong next = new AtomicLong(store.now() * 10);
            CountDownLatch written = new CountDownLatch(200);
            ExecutorService threads = Executors.newFixedThreadPool(8);
            for (int i = 0; i < 8; i++) {
                threads.execute(() -> writeUntilClosed(gate, next, written));
            }
            written.await();
            gate.close();
            threads.shutdown();
            assertThat(threads.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
            long scans = store.scans.sum();
            try (Gate<Long> again = open(CUCKOO, policy)) {
                assertThat(store.scans.sum()).isEqualTo(scans);
                assertThat(again.audit().missing())
                        .as("keys missing under %s", policy)
                        .isZero();
            }
        }
    }

    private static void writeUntilClosed(Gate<Long> gate, AtomicLong next, CountDownLatch written) {
        try {
            while (true) {
                long key = next.getAndIncrement();
                if (gate.addIfAbsent(key) && key % 4 == 0) {
                    boolean unused = gate.remove(key);
                }
                written.countDown();
            }
        } catch (IllegalStateException closed) {
            // the gate is
        }
    }

    @Test
    void open_anotherPlanOrDamage_beginsWithAScan() throws IOException {
        try (Gate<Long> gate = open(SyncPolicy.always())) {
            assertThat(gate.addIfAbsent(1L)).isTrue();
        }
        try (Gate<Long> larger = builder(directory(), BloomSpec.of(20_000, 0.001), SyncPolicy.always())
                .openCold()) {
            assertThat(larger.state()).isEqualTo(GateState.BUILDING);
            assertThat(larger.rebuild().keys()).isEqualTo(1);
        }
        for (String damage : List.of("mark", "snapshot", "empty", "gone")) {
            open(SyncPolicy.always()).close();
            damage(damage);
            try (Gate<Long> gate =
                    builder(directory(), BLOOM, SyncPolicy.always()).openCold()) {
                assertThat(gate.state()).as(damage).isEqualTo(GateState.BUILDING);
                assertThat(gate.contains(1L)).isTrue();
                assertThat(generations(directory())).isEmpty();
            }
        }
    }

    private void damage(String what) throws IOException {
        Path generation = generations(directory()).get(0);
        switch (what) {
            case "mark" -> Files.writeString(directory().resolve("complete"), "something else");
            case "snapshot" -> {
                try (Stream<Path> files = Files.list(generation)) {
                    Path snapshot = files.filter(file -> file.toString().endsWith(".flt"))
                            .findFirst()
                            .orElseThrow();
                    byte[] bytes = Files.readAllBytes(snapshot);
                    bytes[bytes.length / 2] ^= 1;
                    Files.write(snapshot, bytes);
                }
            }
            case "empty" -> {
                GateDirectory.deleteTree(generation);
                Files.createDirectory(generation);
            }
            default -> GateDirectory.deleteTree(generation);
        }
    }

    @Test
    void remove_writesOfTheProcessBeforeMayComeLate_takesNothingOut() {
        try (Gate<Long> gate = open(CUCKOO, SyncPolicy.always())) {
            assertThat(gate.addIfAbsent(1L)).isTrue();
            assertThat(gate.addIfAbsent(2L)).isTrue();
        }
        try (Gate<Long> gate = open(CUCKOO, SyncPolicy.always())) {
            assertThat(gate.remove(1L)).isTrue();
            assertThat(gate.viewUnlessAbsent(1L)).isNull();
        }
        for (Duration late : List.of(Duration.ofNanos(1), Duration.ZERO)) {
            GateBuilder<Long> builder =
                    builder(directory(), CUCKOO, SyncPolicy.always()).lateWrites(late);
            new ManualRetries().use(builder.settings); // it does not rebuild itself meanwhile
            try (Gate<Long> gate = builder.openCold()) {
                assertThat(gate.state()).isEqualTo(GateState.ACTIVE);
                assertThat(gate.viewUnlessAbsent(2L)).isNotNull();
                boolean unused = gate.remove(2L);
                assertThat(gate.viewUnlessAbsent(2L))
                        .as("also by a process that knows of it from the disk")
                        .isNotNull();
                assertThat(gate.contains(2L)).isFalse();
            }
        }
    }

    @Test
    void builder_whatDurableFiltersCannotDo_isRefused() {
        KeyFeed<Long> feed = receiver -> () -> {};
        assertThatThrownBy(() -> Gate.over(store, DurableFilters.in(directory(), KeyEncoder.int64(), BLOOM))
                        .writers(StoreWriters.fedBy(feed, Duration.ZERO)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("use filters in memory");
        assertThatThrownBy(() -> DurableFilters.in(directory(), KeyEncoder.int64(), FuseSpec.of(0.01)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> open(WindowedSpec.of(1_000, Duration.ofHours(1), 0.01), SyncPolicy.always()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("keysExpire");
        try (Gate<Long> gate = open(SyncPolicy.always())) {
            assertThatThrownBy(() -> gate.rebuildWith(() -> Filters.bloom(KeyEncoder.int64())
                            .capacity(10)
                            .targetFpp(0.01)
                            .build()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("another spec");
            assertThatThrownBy(() -> open(SyncPolicy.always()))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("a directory for each gate");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "scalable-bloom first=1000 fpp=0.01",
                "counting-bloom capacity=1000 fpp=0.01",
                "windowed capacity=1000 fpp=0.01 window=PT1H"
            })
    void loadingGate_everyKind_isActiveAgain(String spec) {
        Loader<Long, String> loader = new Loader<>() {
            @Override
            public Optional<String> load(Long key) {
                return store.contains(key) ? Optional.of("value") : Optional.empty();
            }

            @Override
            public long scan(Consumer<? super Long> sink) {
                return store.scan(sink);
            }

            @Override
            public List<Long> sample(int atMost) {
                return store.sample(atMost);
            }
        };
        for (int i = 0; i < 2; i++) {
            try (LoadingGate<Long, String> gate = LoadingGate.over(
                            loader, DurableFilters.in(directory(), KeyEncoder.int64(), FilterSpec.parse(spec)))
                    .writers(StoreWriters.onlyThisProcess())
                    .keysExpire(Duration.ofMinutes(1), Duration.ZERO, Duration.ZERO)
                    .openWarm(keys -> {})) {
                long key = i;
                gate.writing(key, () -> assertThat(store.insert(key)).isTrue());
                assertThat(gate.get(0L)).contains("value");
                assertThat(gate.get(5L)).isEmpty();
            }
        }
        assertThat(store.scans.sum()).isEqualTo(1);
    }
}
