package dev.bloomery.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.AddResult;
import dev.bloomery.CuckooFilter;
import dev.bloomery.Filters;
import dev.bloomery.capacity.FilterFullException;
import dev.bloomery.file.SyncPolicy;
import dev.bloomery.gate.fixture.CapturedLog;
import dev.bloomery.gate.fixture.InMemoryStore;
import dev.bloomery.gate.internal.generation.CopiesBeside;
import dev.bloomery.gate.internal.generation.FilterGeneration;
import dev.bloomery.gate.report.GateProblem;
import dev.bloomery.gate.report.GateState;
import dev.bloomery.gate.report.RebuildReport;
import dev.bloomery.gate.simulation.engine.ModelFilter;
import dev.bloomery.gate.simulation.engine.RemovableModelFilter;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.CuckooSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** More writers of one key than copies fit into a cuckoo filter: eight. */
class CopiesTest {
    private static final CuckooSpec SPEC = CuckooSpec.of(500, 0.001);
    private static final int WRITERS = 20;

    @TempDir
    private Path parent;

    private final CapturedLog log = new CapturedLog();
    private final ManualRetries retries = new ManualRetries();
    private final InMemoryStore store = new InMemoryStore();

    @AfterEach
    void closeLog() {
        log.close();
    }

    private GateBuilder<Long> inMemory() {
        return Gate.over(store, KeyEncoder.int64(), SPEC).writers(StoreWriters.onlyThisProcess());
    }

    private GateBuilder<Long> durable(Path directory) {
        GateBuilder<Long> builder = Gate.over(
                        store,
                        DurableFilters.in(directory, KeyEncoder.int64(), SPEC).sync(SyncPolicy.always()))
                .writers(StoreWriters.onlyThisProcess());
        retries.use(builder.settings);
        return builder;
    }

    private static List<WriteTicket<Long>> stalled(Gate<Long> gate, long key) {
        List<WriteTicket<Long>> tickets = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            WriteTicket<Long> ticket = gate.beginWrite();
            ticket.adding(key);
            tickets.add(ticket);
        }
        return tickets;
    }

    /** Many more than there is room for: what is deleted must leave the filter. */
    private static void addAndRemove(Gate<Long> gate, int times) {
        for (long key = 100_000; key < 100_000 + times; key++) {
            assertThat(gate.addIfAbsent(key)).isTrue();
            assertThat(gate.remove(key)).isTrue();
        }
    }

    @Test
    void writes_besideStalledWritersOfOneKey_areNotRefused() {
        LongStream.range(1, 250).forEach(store::insert);
        try (Gate<Long> gate = inMemory().openWarm(keys -> {})) {
            List<WriteTicket<Long>> tickets = stalled(gate, 0L);
            addAndRemove(gate, 10_000);
            assertThat(store.insert(0L)).isTrue();
            tickets.remove(0).committed();
            tickets.forEach(WriteTicket::rolledBack);
            assertThat(gate.contains(0L)).isTrue();
            assertThat(gate.remove(0L)).isTrue();
            assertThat(gate.viewUnlessAbsent(0L)).as("every copy was taken out").isNull();
            assertThat(gate.audit().missing()).isZero();
            assertThat(gate.statistics().problems()).isEmpty();
        }
    }

    /** Nothing is taken back from what is being built, so that each try leaves a copy. */
    @Test
    void writes_afterManyTriesOfOneKeyBesideARebuild_areNotRefused() {
        LongStream.range(0, 250).forEach(store::insert);
        try (Gate<Long> gate = inMemory().openWarm(keys -> {})) {
            RebuildReport unused = gate.rebuild(keys -> {
                for (int i = 0; i < WRITERS; i++) {
                    assertThat(gate.addIfAbsent(0L)).isFalse();
                }
            });
            addAndRemove(gate, 10_000);
            assertThat(gate.contains(0L)).isTrue();
            assertThat(gate.statistics().problems()).isEmpty();
        }
    }

    private Path afterCrash(Path directory) throws IOException {
        Path copy = Files.createTempDirectory(parent, "crash").resolve("gate");
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.toList()) {
                Files.copy(file, copy.resolve(directory.relativize(file).toString()));
            }
        }
        return copy;
    }

    @Test
    void open_afterACrashBesideStalledWriters_rebuildsByItself() throws IOException {
        LongStream.range(1, 250).forEach(store::insert);
        Path directory = parent.resolve("gate");
        Path crashed;
        try (Gate<Long> gate = durable(directory).openWarm(keys -> {})) {
            List<WriteTicket<Long>> tickets = stalled(gate, 0L);
            addAndRemove(gate, 600);
            assertThat(store.insert(0L)).isTrue();
            crashed = afterCrash(directory);
            tickets.remove(0).committed();
            tickets.forEach(WriteTicket::rolledBack);
        }
        try (Gate<Long> next = durable(crashed).openCold()) {
            assertThat(next.state()).isEqualTo(GateState.ACTIVE);
            assertThat(next.statistics().problems())
                    .extracting(GateProblem::kind)
                    .containsExactly(GateProblem.Kind.KEYS_KEPT);
            assertThat(log.warnings()).hasSize(1).first().asString().doesNotContain("more keys");
            assertThat(next.remove(1L)).isTrue();
            assertThat(next.viewUnlessAbsent(1L)).as("kept").isNotNull();
            retries.tryOnce();
            assertThat(next.statistics().problems()).isEmpty();
            assertThat(next.audit().missing()).isZero();
            assertThat(next.remove(2L)).isTrue();
            assertThat(next.viewUnlessAbsent(2L)).isNull();
        }
        try (Gate<Long> next = durable(directory).openCold()) {
            assertThat(next.statistics().problems())
                    .as("all copies were counted again at the end")
                    .isEmpty();
            assertThat(next.remove(3L)).isTrue();
            assertThat(next.viewUnlessAbsent(3L)).isNull();
        }
    }

    @Test
    void writes_filterFullOfKeptKeys_areRefusedWithoutAdviceForALargerOneAndTheGateIsRebuilt() {
        LongStream.range(0, 250).forEach(store::insert);
        Path directory = parent.resolve("gate");
        durable(directory).openWarm(keys -> {}).close();
        List<GateProblem> told = new ArrayList<>();
        try (Gate<Long> gate = durable(directory)
                .lateWrites(Duration.ofNanos(1))
                .listener(new GateListener() {
                    @Override
                    public void problemFound(GateProblem problem) {
                        told.add(problem);
                    }
                })
                .openCold()) {
            assertThat(told).isEmpty();
            assertThatThrownBy(() -> addAndRemove(gate, 600))
                    .isInstanceOf(FilterFullException.class)
                    .hasMessageContaining("rebuilds itself")
                    .hasMessageNotContaining("spec");
            assertThat(told).extracting(GateProblem::kind).containsExactly(GateProblem.Kind.KEYS_KEPT);
            retries.tryOnce();
            addAndRemove(gate, 600);
            assertThat(gate.statistics().problems()).isEmpty();
        }
    }

    @Test
    void ticket_filterFullOfKeptKeys_gateIsRebuilt() {
        LongStream.range(0, 250).forEach(store::insert);
        Path directory = parent.resolve("gate");
        durable(directory).openWarm(keys -> {}).close();
        try (Gate<Long> gate =
                durable(directory).lateWrites(Duration.ofNanos(1)).openCold()) {
            WriteTicket<Long> ticket = gate.beginWrite();
            assertThatThrownBy(() -> LongStream.range(10_000, 11_000).forEach(ticket::adding))
                    .isInstanceOf(FilterFullException.class);
            assertThat(retries.isEmpty())
                    .as("a rebuild would wait for the ticket")
                    .isTrue();
            ticket.rolledBack();
            retries.tryOnce();
            assertThat(gate.addIfAbsent(5_000L)).isTrue();
        }
    }

    /** Eight copies of one key fill the two buckets of others. */
    @Test
    void add_manyCopiesOfOneKey_takeTheRoomOfFour() {
        CuckooFilter<Long> filter =
                Filters.cuckoo(KeyEncoder.int64(), CuckooSpec.of(1_000, 0.01)).build();
        FilterGeneration<Long> generation = new FilterGeneration<>(filter, 0.01);
        for (int i = 0; i < WRITERS; i++) {
            assertThat(generation.add(1L)).isIn(AddResult.ADDED, AddResult.MAYBE_PRESENT);
        }
        assertThat(filter.count(1L)).isEqualTo(4);
        for (int i = 1; i < WRITERS; i++) {
            generation.takeBack(1L);
            assertThat(generation.mightContain(1L)).isTrue();
        }
        generation.takeBack(1L);
        assertThat(filter.count(1L)).isZero();
    }

    /** A filter of its own kind, that refuses copies and does not count them. */
    @Test
    void add_filterThatRefusesCopies_allAreTakenBack() {
        ModelFilter filter = new RemovableModelFilter(new ModelFilter.Shape(true, 0, 2, 100, 0), () -> 0);
        FilterGeneration<Integer> generation = new FilterGeneration<>(filter, 0.01);
        for (int i = 0; i < 3; i++) {
            assertThat(generation.add(0)).isIn(AddResult.ADDED, AddResult.MAYBE_PRESENT);
            assertThat(generation.add(1)).isEqualTo(AddResult.MAYBE_PRESENT); // looks like 0
        }
        for (int i = 0; i < 3; i++) {
            generation.takeBack(0);
            assertThat(generation.mightContain(1)).isTrue();
        }
        generation.takeBack(1);
        generation.takeBack(1);
        assertThat(generation.mightContain(1)).isTrue();
        generation.takeBack(1);
        assertThat(generation.mightContain(1)).isFalse();
        assertThat(filter.total()).isZero();
    }

    @Test
    void copiesBeside_takenAndFound_areCounted() {
        CopiesBeside<String> beside = new CopiesBeside<>();
        assertThat(beside.take(1)).isFalse();
        beside.add(1, "one");
        beside.add(1, "one");
        beside.add(2, "two");
        assertThat(beside.keys()).isEqualTo(2);
        assertThat(beside.find("one"::equals)).isEqualTo("one");
        assertThat(beside.find("three"::equals)).isNull();
        assertThat(beside.take(1)).isTrue();
        assertThat(beside.take(1)).isTrue();
        assertThat(beside.take(1)).isFalse();
        assertThat(beside.isEmpty()).isFalse();
        assertThat(beside.take(2)).isTrue();
        assertThat(beside.isEmpty()).isTrue();
    }
}
