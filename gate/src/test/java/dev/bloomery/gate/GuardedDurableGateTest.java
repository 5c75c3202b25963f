package dev.bloomery.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.file.SyncPolicy;
import dev.bloomery.gate.fixture.CapturedLog;
import dev.bloomery.gate.fixture.GuardedStore;
import dev.bloomery.gate.report.GateState;
import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A directory is believed only if no other gate has begun since its filter was complete. */
@Timeout(120)
class GuardedDurableGateTest {
    private static final BloomSpec SPEC = BloomSpec.of(1_000, 1e-6);

    @TempDir
    Path parent;

    private final CapturedLog log = new CapturedLog();
    private final GuardedGates gates = new GuardedGates();

    static Stream<SyncPolicy> policies() {
        return Stream.of(SyncPolicy.always(), SyncPolicy.onClose());
    }

    @BeforeEach
    void fillStore() {
        LongStream.range(0, 100).forEach(gates.store::insert);
    }

    @AfterEach
    void closeLog() {
        log.close();
    }

    private GateBuilder<Long> builder(KeyStore<Long> store, Path directory, SyncPolicy policy) {
        GateBuilder<Long> builder = GuardedGates.quick(Gate.over(
                        store,
                        DurableFilters.in(directory, KeyEncoder.int64(), SPEC).sync(policy))
                .writers(StoreWriters.onlyThisProcess()));
        builder.settings.sampledKeys = 0; // what they find, the epoch must find
        return builder;
    }

    private GateBuilder<Long> builder(SyncPolicy policy) {
        return builder(gates.process(), parent.resolve("gate"), policy);
    }

    private void writeElsewhere(long key) {
        try (Gate<Long> other = GuardedGates.open(gates.process())) {
            assertThat(other.addIfAbsent(key)).isTrue();
        }
    }

    private void assertScans(GateBuilder<Long> builder, String why) {
        long scans = gates.store.scans.sum();
        try (Gate<Long> gate = builder.openWarm(keys -> {})) {
            assertThat(gate.state()).isEqualTo(GateState.ACTIVE);
            assertThat(gate.contains(1_000L)).isEqualTo(gates.store.contains(1_000L));
        }
        assertThat(gates.store.scans.sum()).isGreaterThan(scans);
        assertThat(log.warnings()).anyMatch(said -> said.contains(why));
    }

    @ParameterizedTest
    @MethodSource("policies")
    void open_nobodyElseSince_isActiveWithoutAScan(SyncPolicy policy) {
        builder(policy).openWarm(keys -> {}).close();
        long scans = gates.store.scans.sum();
        for (long i = 0; i < 3; i++) {
            try (Gate<Long> gate = builder(policy).openCold()) {
                assertThat(gate.state()).isEqualTo(GateState.ACTIVE);
                assertThat(gate.addIfAbsent(500 + i)).isTrue();
            }
        }
        assertThat(gates.store.scans.sum()).isEqualTo(scans);
        assertThat(log.warnings()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("policies")
    void open_anotherWroteSince_scans(SyncPolicy policy) {
        builder(policy).openWarm(keys -> {}).close();
        writeElsewhere(1_000);
        assertScans(builder(policy), "another gate was opened over the same keys since");
    }

    /** Control: the same without a look at the epoch. */
    @Test
    void open_anotherWroteSinceAndNobodyLooks_answersWrongly() {
        builder(SyncPolicy.always()).openWarm(keys -> {}).close();
        writeElsewhere(1_000);
        GateBuilder<Long> unguarded = Gate.over(
                        gates.process(), DurableFilters.in(parent.resolve("gate"), KeyEncoder.int64(), SPEC))
                .writers(StoreWriters.onlyThisProcess().unguarded());
        unguarded.settings.sampledKeys = 0;
        try (Gate<Long> gate = unguarded.openCold()) {
            assertThat(gate.state()).isEqualTo(GateState.ACTIVE);
            assertThat(gate.contains(1_000L)).isFalse();
        }
    }

    @Test
    void open_afterACrash_isActiveWithoutAScanWhenTheGraceIsOver() throws IOException {
        GuardedStore dead = gates.process();
        Gate<Long> first =
                builder(dead, parent.resolve("gate"), SyncPolicy.always()).openWarm(keys -> {});
        assertThat(first.addIfAbsent(1_000L)).isTrue();
        Path left = afterCrash();
        dead.client().crash();
        long scans = gates.store.scans.sum();
        try (Gate<Long> warm =
                builder(gates.process(), left, SyncPolicy.always()).openWarm(keys -> {})) {
            assertThat(warm.state()).isEqualTo(GateState.ACTIVE);
            assertThat(warm.contains(1_000L)).isTrue();
        }
        try (Gate<Long> cold =
                builder(gates.process(), left, SyncPolicy.always()).openCold()) {
            GuardedGates.await(() -> cold.state() == GateState.ACTIVE);
        }
        assertThat(gates.store.scans.sum()).isEqualTo(scans);
        first.close();
    }

    @Test
    void open_afterACrashAndAnotherWrote_scans() throws IOException {
        GuardedStore dead = gates.process();
        Gate<Long> first =
                builder(dead, parent.resolve("gate"), SyncPolicy.always()).openWarm(keys -> {});
        Path left = afterCrash();
        dead.client().crash();
        writeElsewhere(1_000);
        assertScans(
                builder(gates.process(), left, SyncPolicy.always()),
                "another gate was opened over the same keys since");
        first.close();
    }

    /** What a crash at this moment leaves. */
    private Path afterCrash() throws IOException {
        Path from = parent.resolve("gate");
        Path copy = Files.createTempDirectory(parent, "crash").resolve("gate");
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, copy.resolve(from.relativize(file).toString()));
            }
        }
        return copy;
    }

    /** Its own writes after it gave way are not in its filter. */
    @Test
    void open_crashedBesideAnother_scans() throws IOException {
        GuardedStore dead = gates.process();
        Gate<Long> first =
                builder(dead, parent.resolve("gate"), SyncPolicy.always()).openWarm(keys -> {});
        Path left;
        try (Gate<Long> second = GuardedGates.open(gates.process())) {
            assertThat(second.addIfAbsent(1_000L)).isTrue();
            left = afterCrash();
            dead.client().crash();
        }
        long scans = gates.store.scans.sum();
        try (Gate<Long> gate =
                builder(gates.process(), left, SyncPolicy.always()).openWarm(keys -> {})) {
            assertThat(gate.contains(1_000L)).isTrue();
        }
        assertThat(gates.store.scans.sum()).isGreaterThan(scans);
        first.close();
    }

    @Test
    void open_storeKeepsNoEpoch_scansAndSaysHowToAvoidThat() {
        gates.locks.keepNoEpoch();
        builder(SyncPolicy.always()).openWarm(keys -> {}).close();
        assertScans(builder(SyncPolicy.always()), "Let the store keep one");
    }

    @Test
    void open_directoryOfAGateWithoutAGuard_scans() {
        builder(gates.store, parent.resolve("gate"), SyncPolicy.always())
                .openWarm(keys -> {})
                .close();
        assertScans(builder(SyncPolicy.always()), "no epoch of the store was noted");
    }

    @Test
    void open_besideAnother_isActiveOnlyWhenThatHasGone() {
        builder(SyncPolicy.always()).openWarm(keys -> {}).close();
        Gate<Long> other = GuardedGates.open(gates.process());
        GuardedGates.await(() -> other.state() == GateState.ACTIVE);
        try (Gate<Long> gate = builder(SyncPolicy.always()).open()) {
            assertThat(gate.addIfAbsent(1_001L)).isTrue();
            assertThat(other.addIfAbsent(1_000L)).isTrue();
            assertThat(gate.state()).isEqualTo(GateState.BUILDING);
            assertThat(gate.contains(1_000L)).isTrue();
            other.close();
            GuardedGates.await(() -> gate.state() == GateState.ACTIVE);
            assertThat(gate.contains(1_000L)).isTrue();
            assertThat(gate.contains(1_001L)).isTrue();
        }
    }
}
