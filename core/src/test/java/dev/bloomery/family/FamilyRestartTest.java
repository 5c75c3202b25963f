package dev.bloomery.family;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.file.DamagedSnapshotException;
import dev.bloomery.file.NotASnapshotException;
import dev.bloomery.file.SnapshotException;
import dev.bloomery.file.SnapshotTooNewException;
import dev.bloomery.file.WrongKeysException;
import dev.bloomery.file.WrongSecretException;
import dev.bloomery.internal.disk.SimulatedDisk;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.Seed;
import dev.bloomery.support.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Families that are closed, left behind, cut and damaged, and opened again. */
class FamilyRestartTest {
    private static final Path PARENT = Path.of("/simulated");
    private static final Path DIRECTORY = PARENT.resolve("family");
    private static final int OWNERS = 300;
    private static final SplittableRandom RANDOM = new SplittableRandom(Seeds.orElse(11));

    @TempDir
    Path parent;

    private static FamilyBuilder<Long, String> builder() {
        return FilterFamily.of(KeyEncoder.int64(), KeyEncoder.utf8(), 0.01);
    }

    /** But the lock. */
    private static Stream<Path> files(SimulatedDisk disk) throws IOException {
        return disk.names(DIRECTORY).stream()
                .filter(name -> !name.equals("lock"))
                .map(DIRECTORY::resolve);
    }

    private static void fill(FilterFamily<Long, String> family) {
        for (long owner = 0; owner < OWNERS; owner++) {
            for (int key = 0; key <= owner % 60; key++) {
                family.add(owner, "article " + key);
            }
        }
    }

    private static long count(FilterFamily<Long, String> family, FamilyAnswer answer) {
        long count = 0;
        for (long owner = 0; owner < OWNERS; owner++) {
            for (int key = 0; key <= owner % 60; key++) {
                count += family.answer(owner, "article " + key) == answer ? 1 : 0;
            }
        }
        return count;
    }

    @Test
    void open_afterClose_hasEverythingAndItsSeed() throws IOException {
        Path directory = parent.resolve("family");
        FamilyInfo before;
        try (FilterFamily<Long, String> family = builder().open(directory)) {
            fill(family);
            family.drop(7L);
            family.drop(8L);
            family.add(8L, "article 0");
            before = family.info();
        }
        for (int round = 0; round < 3; round++) {
            try (FilterFamily<Long, String> family = builder().open(directory)) {
                FamilyInfo info = family.info();
                assertThat(info.owners()).isEqualTo(before.owners());
                assertThat(info.keys()).isEqualTo(before.keys());
                assertThat(info.expectedFpp()).isEqualTo(before.expectedFpp());
                assertThat(info.unknownShare()).isZero();
                assertThat(family.answer(7L, "article 0")).isEqualTo(FamilyAnswer.NO);
                assertThat(family.answer(8L, "article 0")).isEqualTo(FamilyAnswer.MAYBE);
                assertThat(family.answer(8L, "article 5")).isEqualTo(FamilyAnswer.NO);
                assertThat(family.answer(1_000_000L, "article 0")).isEqualTo(FamilyAnswer.NO);
                assertThat(count(family, FamilyAnswer.UNKNOWN)).isZero();
                for (long owner = 10; owner < OWNERS; owner++) {
                    assertThat(family.answer(owner, "article 0")).isEqualTo(FamilyAnswer.MAYBE);
                }
            }
        }
    }

    @Test
    void open_whileItIsOpen_isRefused() throws IOException {
        Path directory = parent.resolve("family");
        FilterFamily<Long, String> family = builder().open(directory);
        assertThatThrownBy(() -> builder().open(directory))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("close");
        family.close();
        family.close();
        assertThatThrownBy(() -> family.add(1L, "article")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> family.mightContain(1L, "article")).isInstanceOf(IllegalStateException.class);
        builder().open(directory).close();
    }

    @Test
    void files_all_canBeReadByTheirOwnerOnly() throws IOException {
        Path directory = parent.resolve("family");
        try (FilterFamily<Long, String> family = builder().open(directory)) {
            fill(family);
        }
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files)
                    .allSatisfy(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .isEqualTo("rw-------"));
        }
    }

    @Test
    void open_leftWithoutClose_answersUnknownForWhatChanged() throws IOException {
        SimulatedDisk disk = SimulatedDisk.with(PARENT);
        FilterFamily<Long, String> left = builder().open(DIRECTORY, disk);
        fill(left);
        try (FilterFamily<Long, String> family = builder().open(DIRECTORY, disk.afterProcessDeath())) {
            assertThat(count(family, FamilyAnswer.NO)).isZero();
            assertThat(count(family, FamilyAnswer.MAYBE)).isZero();
            assertThat(family.answer(5L, "never added")).isEqualTo(FamilyAnswer.UNKNOWN);
            assertThat(family.mightContain(5L, "never added")).isTrue();
            assertThat(family.info().unknownShare()).isGreaterThan(0.9);
            assertThat(family.add(5L, "article 0")).isFalse();
        }
    }

    @Test
    void unknownOwner_replacedOrDropped_isKnownAlsoAfterClose() throws IOException {
        SimulatedDisk disk = SimulatedDisk.with(PARENT);
        fill(builder().open(DIRECTORY, disk));
        SimulatedDisk later = disk.afterPowerLoss(RANDOM);
        for (int round = 0; round < 3; round++) {
            try (FilterFamily<Long, String> family = builder().open(DIRECTORY, later)) {
                if (round == 0) {
                    family.replace(5L, List.of("a", "b"));
                    family.drop(6L);
                }
                assertThat(family.answer(5L, "a")).isEqualTo(FamilyAnswer.MAYBE);
                assertThat(family.answer(5L, "b")).isEqualTo(FamilyAnswer.MAYBE);
                assertThat(family.answer(5L, "c")).isEqualTo(FamilyAnswer.NO);
                assertThat(family.answer(6L, "a")).isEqualTo(FamilyAnswer.NO);
                assertThat(family.answer(7L, "a")).isEqualTo(FamilyAnswer.UNKNOWN);
                assertThat(family.owners()).isEqualTo(2);
            }
        }
    }

    @Test
    void open_leftAfterACheckpointWithoutChanges_hasEverything() throws IOException {
        SimulatedDisk disk = SimulatedDisk.with(PARENT);
        FilterFamily<Long, String> left = builder().open(DIRECTORY, disk);
        fill(left);
        left.checkpoint();
        assertThat(left.mightContain(1L, "article 0")).isTrue();
        for (boolean machineDied : new boolean[] {false, true}) {
            try (FilterFamily<Long, String> family = builder().open(DIRECTORY, disk.afterEnd(machineDied, RANDOM))) {
                assertThat(count(family, FamilyAnswer.MAYBE)).isEqualTo(count(left, FamilyAnswer.MAYBE));
                assertThat(family.info().unknownShare()).isZero();
            }
        }
        // one change: the other parts are still complete
        left.add(1L, "another");
        try (FilterFamily<Long, String> family = builder().open(DIRECTORY, disk.afterPowerLoss(RANDOM))) {
            assertThat(family.answer(1L, "another")).isEqualTo(FamilyAnswer.UNKNOWN);
            assertThat(family.info().unknownShare()).isEqualTo(1.0 / 64);
            assertThat(count(family, FamilyAnswer.NO)).isZero();
            assertThat(count(family, FamilyAnswer.MAYBE)).isPositive();
        }
    }

    /** Every length that a log can have been cut to, and longer ones, which an unclean end leaves. */
    @Test
    void open_logOfEachLength_isRefusedOrUnknown() throws IOException {
        SimulatedDisk disk = SimulatedDisk.with(PARENT);
        try (FilterFamily<Long, String> family = builder().open(DIRECTORY, disk)) {
            for (int key = 0; key < 40; key++) {
                family.add(1L, "article " + key);
            }
        }
        Path log = files(disk)
                .filter(file -> file.toString().endsWith(".log"))
                .findFirst()
                .orElseThrow();
        byte[] whole = disk.content(log);
        assertThat(whole.length).isLessThan(1_000);
        for (int length = 0; length < whole.length; length++) {
            SimulatedDisk cut = disk.afterProcessDeath();
            cut.overwrite(log, Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> builder().open(DIRECTORY, cut)).isInstanceOf(DamagedSnapshotException.class);
        }
        for (int length = whole.length + 1; length < whole.length + 64; length++) {
            SimulatedDisk longer = disk.afterProcessDeath();
            longer.overwrite(log, Arrays.copyOf(whole, length));
            try (FilterFamily<Long, String> family = builder().open(DIRECTORY, longer)) {
                assertThat(family.answer(1L, "article 0")).isEqualTo(FamilyAnswer.UNKNOWN);
            }
        }
        SimulatedDisk missing = disk.afterProcessDeath();
        missing.delete(log);
        assertThatThrownBy(() -> builder().open(DIRECTORY, missing)).isInstanceOf(DamagedSnapshotException.class);
    }

    @Test
    void open_anyBitChanged_isRefused() throws IOException {
        SimulatedDisk disk = SimulatedDisk.with(PARENT);
        try (FilterFamily<Long, String> family = builder().open(DIRECTORY, disk)) {
            family.add(1L, "article 0");
            family.add(2L, "article 1");
            family.drop(2L);
        }
        for (Path file : files(disk).toList()) {
            byte[] whole = disk.content(file);
            boolean isLog = file.toString().endsWith(".log");
            for (int bit = 0; bit < 8 * whole.length; bit += isLog ? 1 : 5) {
                byte[] changed = whole.clone();
                changed[bit >>> 3] ^= (byte) (1 << (bit & 7));
                SimulatedDisk damaged = disk.afterProcessDeath();
                damaged.overwrite(file, changed);
                int where = bit;
                assertThatThrownBy(() -> builder().open(DIRECTORY, damaged))
                        .as("%s, bit %d", file, where)
                        .isInstanceOf(SnapshotException.class);
            }
        }
    }

    /** Found while it is open: the owner is UNKNOWN, and the part of the log is so when it is opened again. */
    @Test
    void answer_logDamagedMeanwhile_isUnknown() throws IOException {
        SimulatedDisk disk = SimulatedDisk.with(PARENT);
        try (FilterFamily<Long, String> family = builder().open(DIRECTORY, disk)) {
            fill(family);
        }
        SimulatedDisk later = disk.afterProcessDeath();
        try (FilterFamily<Long, String> family = builder().open(DIRECTORY, later)) {
            for (Path file : files(later).toList()) {
                if (file.toString().endsWith(".log")) {
                    byte[] bytes = later.content(file);
                    bytes[40] ^= 1;
                    later.overwrite(file, bytes);
                }
            }
            assertThat(count(family, FamilyAnswer.NO)).isZero();
            assertThat(count(family, FamilyAnswer.UNKNOWN)).isPositive();
            assertThat(count(family, FamilyAnswer.MAYBE)).isPositive();
            assertThat(family.info().ownersLost()).isPositive();
            assertThat(family.info().damagedShare()).isPositive();
        }
        try (FilterFamily<Long, String> family = builder().open(DIRECTORY, later.afterPowerLoss(RANDOM))) {
            assertThat(count(family, FamilyAnswer.NO)).isZero();
        }
    }

    @Test
    void open_otherwiseThanCreated_isRefused() throws IOException {
        SimulatedDisk disk = SimulatedDisk.with(PARENT);
        builder().seed(Seed.of(1)).open(DIRECTORY, disk).close();
        builder().seed(Seed.of(1)).open(DIRECTORY, disk).close();
        assertThatThrownBy(() -> builder().seed(Seed.of(2)).open(DIRECTORY, disk))
                .isInstanceOf(WrongSecretException.class);
        assertThatThrownBy(() -> builder().hardened().open(DIRECTORY, disk))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("xxh3-64");
        assertThatThrownBy(() -> FilterFamily.of(KeyEncoder.int64(), KeyEncoder.utf8(), 0.02)
                        .open(DIRECTORY, disk))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0.02");
        assertThatThrownBy(() -> FilterFamily.of(KeyEncoder.utf8(), KeyEncoder.utf8(), 0.01)
                        .open(DIRECTORY, disk))
                .isInstanceOf(WrongKeysException.class);
        byte[] manifest = disk.content(DIRECTORY.resolve("family"));
        manifest[8] = 3;
        disk.overwrite(DIRECTORY.resolve("family"), manifest);
        assertThatThrownBy(() -> builder().open(DIRECTORY, disk)).isInstanceOf(SnapshotTooNewException.class);
        disk.delete(DIRECTORY.resolve("family"));
        fill(builder().open(DIRECTORY, disk));
        SimulatedDisk without = disk.afterProcessDeath();
        without.delete(DIRECTORY.resolve("family"));
        assertThatThrownBy(() -> builder().open(DIRECTORY, without)).isInstanceOf(NotASnapshotException.class);
    }
}
