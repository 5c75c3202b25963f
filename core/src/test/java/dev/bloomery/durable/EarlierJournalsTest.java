package dev.bloomery.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.bloomery.file.DamagedJournalException;
import dev.bloomery.internal.disk.SimulatedDisk;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;

/** Directories written before journals reserved room and were sealed; kept as {@code durable/before-reserves.zip}. They open as they did. */
class EarlierJournalsTest {
    private static final Path PARENT = Path.of("/earlier");
    private static final int KEYS = 20;

    /** Ten keys, closed, ten more, killed. */
    private static final Path KILLED = PARENT.resolve("killed");

    /** Twenty keys, and 230 openings without an operation: a snapshot and 131 journals. */
    private static final Path OPENED = PARENT.resolve("opened");

    private static SimulatedDisk disk() throws IOException {
        SimulatedDisk disk = SimulatedDisk.with(PARENT);
        disk.createDirectory(KILLED);
        disk.createDirectory(OPENED);
        try (InputStream in = Objects.requireNonNull(
                        EarlierJournalsTest.class.getResourceAsStream("/durable/before-reserves.zip"));
                ZipInputStream files = new ZipInputStream(in)) {
            for (ZipEntry file = files.getNextEntry(); file != null; file = files.getNextEntry()) {
                disk.put(PARENT.resolve(file.getName()), files.readAllBytes());
            }
        }
        return disk;
    }

    private static DurableFilter<Long> open(SimulatedDisk disk, Path directory) throws IOException {
        return DurableFilter.in(directory, KeyEncoder.int64(), BloomSpec.of(100, 0.01))
                .on(disk)
                .open();
    }

    private static void assertHasAll(DurableFilter<Long> filter) {
        for (long key = 0; key < KEYS; key++) {
            assertThat(filter.mightContain(key)).isTrue();
        }
    }

    @Test
    void open_afterAKill_hasAllAndGoesOnWithJournalsThatShowCuts() throws IOException {
        SimulatedDisk disk = disk();
        DurableFilter<Long> filter = open(disk, KILLED);
        assertHasAll(filter);
        assertThat(filter.recovery().operationsReplayed()).isEqualTo(KEYS);
        assertThat(filter.recovery().cleanClose()).isFalse();
        filter.add(100L);
        SimulatedDisk left = disk.afterProcessDeath();
        try (DurableFilter<Long> reopened = open(left.afterProcessDeath(), KILLED)) {
            assertHasAll(reopened);
        }
        Path journal = KILLED.resolve("journal-00000000000000000002.log");
        left.overwrite(journal, Arrays.copyOf(left.content(journal), 64));
        assertThatExceptionOfType(DamagedJournalException.class).isThrownBy(() -> open(left, KILLED));
    }

    /** Nothing in them tells a cut from a crash. */
    @Test
    void open_cutAfterAKill_isBelieved() throws IOException {
        SimulatedDisk disk = disk();
        Path journal = KILLED.resolve("journal-00000000000000000001.log");
        disk.overwrite(journal, Arrays.copyOf(disk.content(journal), 64));
        try (DurableFilter<Long> filter = open(disk, KILLED)) {
            assertThat(filter.recovery().operationsReplayed()).isEqualTo(KEYS / 2);
        }
    }

    @Test
    void open_directoryWithManyEmptyJournals_takesThemAway() throws IOException {
        SimulatedDisk disk = disk();
        assertThat(disk.names(OPENED)).hasSizeGreaterThan(130);
        try (DurableFilter<Long> filter = open(disk, OPENED)) { // closing waits for the checkpoint
            assertHasAll(filter);
        }
        assertThat(disk.names(OPENED)).hasSize(3);
        try (DurableFilter<Long> filter = open(disk, OPENED)) {
            assertHasAll(filter);
        }
        assertThat(disk.names(OPENED)).hasSize(3);
    }
}
