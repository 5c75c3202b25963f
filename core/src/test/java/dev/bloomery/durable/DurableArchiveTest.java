package dev.bloomery.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.bloomery.Filters;
import dev.bloomery.FuseFilter;
import dev.bloomery.capacity.FilterFullException;
import dev.bloomery.file.DirectoryInUseException;
import dev.bloomery.file.Progress;
import dev.bloomery.file.SyncPolicy;
import dev.bloomery.internal.disk.Disk;
import dev.bloomery.internal.disk.Fault;
import dev.bloomery.internal.disk.FaultyDisk;
import dev.bloomery.internal.disk.SimulatedDisk;
import dev.bloomery.internal.durable.Directory;
import dev.bloomery.internal.durable.DirectoryFiles;
import dev.bloomery.internal.durable.FilterOptions;
import dev.bloomery.internal.durable.MemoryFilter;
import dev.bloomery.internal.durable.SnapshotFile;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.CountingSpec;
import dev.bloomery.spec.CuckooSpec;
import dev.bloomery.spec.FilterSpec;
import dev.bloomery.spec.FuseSpec;
import dev.bloomery.spec.KeyHash;
import dev.bloomery.spec.ScalableSpec;
import dev.bloomery.support.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Filters that keep their hashes can become others, without their keys. */
class DurableArchiveTest {
    private static final int KEYS = 300;

    private final SimulatedDisk disk = SimulatedDisk.with(TestKind.PARENT);

    /** A closed filter of the keys 0 to 299, by way of several journals and checkpoints; some came twice. */
    private static void fill(TestKind kind, Disk disk, Path path) throws IOException {
        JournaledFilter<Long> filter = kind.in(disk, path)
                .seed(TestKind.SEED)
                .sync(SyncPolicy.onClose())
                .keepHashes()
                .open();
        for (long key = 0; key < KEYS; key++) {
            filter.add(key);
            if (key % 10 == 0) {
                filter.add(key);
            }
            if (key % 70 == 0) {
                filter.checkpoint();
            }
            if (key % 100 == 99) {
                filter.close();
                filter = kind.in(disk, path).sync(SyncPolicy.onClose()).open(); // goes on keeping
            }
        }
        filter.close();
    }

    private static DurableBuilder<Long, JournaledFilter<Long>> builder(FilterSpec spec, Disk disk, Path path) {
        boolean removes = spec instanceof CuckooSpec || spec instanceof CountingSpec;
        return new DurableBuilder<Long, JournaledFilter<Long>>(
                        path,
                        KeyEncoder.int64(),
                        spec,
                        engine -> removes ? new DurableRemovableFilter<>(engine) : new DurableFilter<>(engine))
                .on(disk);
    }

    private static final List<FilterSpec> OTHERS = List.of(
            BloomSpec.of(10_000, 0.0001),
            BloomSpec.of(310, 0.1),
            ScalableSpec.of(0.001).withFirstCapacity(10),
            new CountingSpec(BloomSpec.of(500, 0.01), 8),
            CuckooSpec.of(2_000, 0.001));

    @ParameterizedTest
    @EnumSource(TestKind.class)
    void rebuild_otherSizesAndKinds_haveAllKeys(TestKind kind) throws IOException {
        fill(kind, disk, TestKind.DIRECTORY);
        for (FilterSpec spec : OTHERS) { // one after the other, in the same directory
            List<Long> done = new ArrayList<>();
            DurableArchive.rebuild(
                    disk, TestKind.DIRECTORY, KeyEncoder.int64(), spec, (now, total) -> done.add(total - now));
            assertThat(done.get(done.size() - 1)).isZero();
            try (JournaledFilter<Long> rebuilt =
                    builder(spec, disk, TestKind.DIRECTORY).seed(TestKind.SEED).open()) {
                assertThat(rebuilt.recovery().cleanClose()).isTrue();
                MemoryFilter<Long> expected =
                        MemoryFilter.create(KeyEncoder.int64(), spec, TestKind.SEED, FilterOptions.DEFAULT);
                for (long key = 0; key < KEYS; key++) {
                    assertThat(rebuilt.mightContain(key)).as("%s", spec).isTrue();
                    expected.filter().addLong(key);
                    if (key % 10 == 0) {
                        expected.filter().addLong(key);
                    }
                }
                if (rebuilt instanceof DurableFilter<Long>) {
                    assertThat(TestKind.bits(rebuilt)).isEqualTo(TestKind.bits(expected));
                }
                assertThat(rebuilt.info().approximateDistinct()).isBetween(270L, 330L);
                rebuilt.add(0L); // changes nothing but for copies, and is kept, too
            }
        }
    }

    @Test
    void rebuild_historyWithRemovesAndClear_keepsTheOrder() throws IOException {
        try (DurableRemovableFilter<Long> filter = (DurableRemovableFilter<Long>)
                TestKind.CUCKOO.in(disk).keepHashes().open()) {
            filter.addAll(List.of(1L, 2L));
            filter.clear();
            filter.addAll(List.of(3L, 4L, 5L));
            filter.remove(4L);
            filter.checkpoint();
            filter.add(6L);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> rebuild(BloomSpec.of(100, 0.01)))
                .withMessageContaining("keys were removed");
        CountingSpec counting = new CountingSpec(BloomSpec.of(100, 0.0001), 4);
        rebuild(counting);
        try (JournaledFilter<Long> rebuilt =
                builder(counting, disk, TestKind.DIRECTORY).open()) {
            for (long key = 0; key < 8; key++) {
                assertThat(rebuilt.mightContain(key))
                        .as("%d", key)
                        .isEqualTo(List.of(3L, 5L, 6L).contains(key));
            }
        }
    }

    private void rebuild(FilterSpec spec) throws IOException {
        DurableArchive.rebuild(disk, TestKind.DIRECTORY, KeyEncoder.int64(), spec, Progress.NONE);
    }

    @Test
    void rebuild_tooSmall_saysFullAndLeavesTheDirectory() throws IOException {
        fill(TestKind.BLOOM, disk, TestKind.DIRECTORY);
        List<String> before = disk.names(TestKind.DIRECTORY);
        assertThatExceptionOfType(FilterFullException.class)
                .isThrownBy(() -> rebuild(CuckooSpec.of(50, 0.01)))
                .withMessageContaining("give a larger capacity");
        assertThat(disk.names(TestKind.DIRECTORY)).isEqualTo(before);
        TestKind.BLOOM.in(disk).open().close();
    }

    @Test
    void rebuild_whatCannotBe_isRefusedWithAReason() throws IOException {
        assertThatIOException().isThrownBy(() -> rebuild(BloomSpec.of(100, 0.01)));
        TestKind.BLOOM.in(disk).open().close();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> rebuild(BloomSpec.of(100, 0.01)))
                .withMessageContaining("was created without keepHashes()");
        SimulatedDisk other = SimulatedDisk.with(TestKind.PARENT);
        fill(TestKind.BLOOM, other, TestKind.DIRECTORY);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DurableArchive.rebuild(
                        other,
                        TestKind.DIRECTORY,
                        KeyEncoder.int64(),
                        BloomSpec.of(100, 0.01).withHash(KeyHash.SIPHASH_2_4),
                        Progress.NONE))
                .withMessageContaining("give one with the same hash");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DurableArchive.rebuild(
                        other, TestKind.DIRECTORY, KeyEncoder.int64(), FuseSpec.of(0.01), Progress.NONE))
                .withMessageContaining("cannot live in a directory");
        JournaledFilter<Long> open = TestKind.BLOOM.in(other).open();
        assertThatExceptionOfType(DirectoryInUseException.class)
                .isThrownBy(() -> DurableArchive.rebuild(
                        other, TestKind.DIRECTORY, KeyEncoder.int64(), BloomSpec.of(100, 0.01), Progress.NONE));
        open.close();
    }

    /** Each step fails in turn, and the power then: the directory has the old filter or the new one. */
    @Test
    void rebuild_thatFails_leavesTheOldFilterOrTheNewOne() throws IOException {
        fill(TestKind.BLOOM, disk, TestKind.DIRECTORY);
        FilterSpec spec = CuckooSpec.of(1_000, 0.01);
        for (long n = 0; ; n++) {
            SimulatedDisk copy = disk.afterProcessDeath();
            FaultyDisk faulty = new FaultyDisk(copy).failing(Fault.at(n));
            try {
                DurableArchive.rebuild(faulty, TestKind.DIRECTORY, KeyEncoder.int64(), spec, Progress.NONE);
            } catch (IOException expected) {
                assertThat(faulty.failures()).isPositive();
            }
            if (faulty.failures() == 0) {
                assertThat(n).isGreaterThan(20);
                return;
            }
            SimulatedDisk after = copy.afterPowerLoss(new SplittableRandom(Seeds.orElse(0) + n));
            FilterSpec found =
                    new SnapshotFile(Directory.lock(after, TestKind.DIRECTORY), newestSnapshot(after)).spec();
            try (JournaledFilter<Long> filter = builder(found, after.afterProcessDeath(), TestKind.DIRECTORY)
                    .open()) {
                for (long key = 0; key < KEYS; key++) {
                    assertThat(filter.mightContain(key)).as("failing %d", n).isTrue();
                }
            }
        }
    }

    private static Path newestSnapshot(SimulatedDisk disk) throws IOException {
        long newest = DirectoryFiles.of(disk.names(TestKind.DIRECTORY))
                .newestSnapshot()
                .orElseThrow();
        return TestKind.DIRECTORY.resolve(DirectoryFiles.SNAPSHOT.name(newest));
    }

    @Test
    void writeFuse_addsOnly_hasAllKeys(@TempDir Path parent) throws IOException {
        Path path = parent.resolve("filter");
        fill(TestKind.BLOOM, Disk.real(), path);
        Path file = parent.resolve("keys.flt");
        DurableArchive.writeFuse(path, KeyEncoder.int64(), FuseSpec.of(0.001), file, Progress.NONE);
        FuseFilter<Long> fuse = Filters.load(KeyEncoder.int64()).from(file).fuse();
        for (long key = 0; key < KEYS; key++) {
            assertThat(fuse.mightContain(key)).isTrue();
        }
        assertThat(fuse.info().capacity()).isEqualTo(KEYS);
        try (var files = Files.list(parent)) {
            assertThat(files.map(Path::getFileName).map(Path::toString))
                    .containsExactlyInAnyOrder("filter", "keys.flt");
        }
        TestKind.BLOOM.in(Disk.real(), path).open().close();
    }

    @Test
    void writeFuse_historyWithRemoves_isRefused(@TempDir Path parent) throws IOException {
        Path path = parent.resolve("filter");
        try (DurableRemovableFilter<Long> filter = (DurableRemovableFilter<Long>)
                TestKind.CUCKOO.in(Disk.real(), path).keepHashes().open()) {
            filter.add(1L);
            filter.remove(1L);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DurableArchive.writeFuse(
                        path, KeyEncoder.int64(), FuseSpec.of(0.01), parent.resolve("keys.flt"), Progress.NONE))
                .withMessageContaining("keys were removed");
        try (var files = Files.list(parent)) {
            assertThat(files).hasSize(1);
        }
    }

    /** Without the archive a key that tests present by chance is not journaled; with it, it must be. */
    @Test
    void add_presentByChance_isKept() throws IOException {
        JournaledFilter<Long> filter = builder(BloomSpec.of(1, 0.5), disk, TestKind.DIRECTORY)
                .keepHashes()
                .open();
        for (long key = 0; key < 50; key++) {
            filter.add(key);
        }
        filter.close();
        rebuild(BloomSpec.of(100, 1e-6));
        try (JournaledFilter<Long> rebuilt =
                builder(BloomSpec.of(100, 1e-6), disk, TestKind.DIRECTORY).open()) {
            for (long key = 0; key < 50; key++) {
                assertThat(rebuilt.mightContain(key)).isTrue();
            }
        }
    }
}
