package dev.bloomery.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.gate.fixture.FileStore;
import dev.bloomery.gate.report.GateState;
import dev.bloomery.support.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Processes with a durable gate that are killed while they write and rebuild. The store has what they wrote. */
@Timeout(120)
class DurableGateKillTest {
    private static final long SEED = Seeds.orElse(24);

    @TempDir
    Path parent;

    private Path directory() {
        return parent.resolve("gate");
    }

    private Path storeFile() {
        return parent.resolve("store");
    }

    private void runAndKill(boolean always, long seed) throws Exception {
        try (GateProcess child = new GateProcess(directory(), storeFile(), always, seed)) {
            assertThat(child.awaitWritten()).isTrue();
            Thread.sleep(new SplittableRandom(seed).nextInt(200)); // when it dies does not matter
        }
    }

    /** Keys of the store that the gate says no to. */
    private long wrongNos(Gate<Long> gate, FileStore store) {
        return store.keys().stream().filter(key -> !gate.contains(key)).count();
    }

    @Test
    void open_afterKillsUnderAlways_isActiveAndNeverWrong() throws Exception {
        for (int round = 0; round < 4; round++) {
            runAndKill(true, SEED + 10L * round);
            try (FileStore store = new FileStore(storeFile());
                    Gate<Long> gate = GateProcess.open(directory(), store, true)) {
                assertThat(gate.state()).as("round %s, seed %s", round, SEED).isEqualTo(GateState.ACTIVE);
                assertThat(store.keys()).isNotEmpty();
                assertThat(wrongNos(gate, store))
                        .as("round %s, seed %s", round, SEED)
                        .isZero();
            }
        }
    }

    @Test
    void open_afterAKillUnderEvery_beginsWithAScan() throws Exception {
        runAndKill(false, SEED);
        try (FileStore store = new FileStore(storeFile());
                Gate<Long> gate = GateProcess.open(directory(), store, false)) {
            assertThat(gate.state()).isEqualTo(GateState.BUILDING);
            assertThat(wrongNos(gate, store)).isZero();
            assertThat(gate.rebuild().keys()).isEqualTo(store.keys().size());
            assertThat(wrongNos(gate, store)).isZero();
        }
    }

    /** Control: a filter that was synced now and then, and a mark that says it is complete. */
    @Test
    void open_afterAKillUnderEveryWithAForgedMark_wrongNosAreSeen() throws Exception {
        runAndKill(false, SEED);
        forgeMark();
        try (FileStore store = new FileStore(storeFile())) {
            GateBuilder<Long> unchecked = GateProcess.builder(directory(), store, false);
            unchecked.settings.sampledKeys = 0; // else it would be found out
            try (Gate<Long> gate = unchecked.openCold()) {
                assertThat(gate.state()).isEqualTo(GateState.ACTIVE);
                assertThat(wrongNos(gate, store)).isPositive();
            }
        }
    }

    private void forgeMark() throws IOException {
        try (Stream<Path> files = Files.list(directory())) {
            Path generation = files.filter(Files::isDirectory).findFirst().orElseThrow();
            Files.writeString(
                    directory().resolve("complete"), "bloomery-gate 1 running " + generation.getFileName() + "\n");
        }
    }

    @Test
    void open_afterACloseUnderEvery_isActiveAndNeverWrong() throws Exception {
        try (GateProcess child = new GateProcess(directory(), storeFile(), false, SEED)) {
            assertThat(child.awaitWritten()).isTrue();
            assertThat(child.closeGate()).isZero();
        }
        try (FileStore store = new FileStore(storeFile());
                Gate<Long> gate = GateProcess.open(directory(), store, false)) {
            assertThat(gate.state()).isEqualTo(GateState.ACTIVE);
            assertThat(wrongNos(gate, store)).isZero();
        }
    }
}
