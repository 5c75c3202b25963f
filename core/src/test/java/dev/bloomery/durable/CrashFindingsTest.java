package dev.bloomery.durable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.file.DurableException;
import dev.bloomery.file.SyncPolicy;
import dev.bloomery.internal.disk.Disk;
import dev.bloomery.internal.disk.DiskOperation;
import dev.bloomery.internal.disk.Fault;
import dev.bloomery.internal.disk.FaultyDisk;
import dev.bloomery.internal.disk.SimulatedDisk;
import dev.bloomery.support.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Faults that random crashes found, each by itself. */
class CrashFindingsTest {
    private static final Path PARENT = Path.of("/found");
    private static final Path DIRECTORY = PARENT.resolve("filter");

    private static DurableBuilder<Long, JournaledFilter<Long>> in(CrashKind kind, Disk disk) {
        return kind.in(disk, DIRECTORY, kind.spec(100));
    }

    private static void requireKeyAfterPowerLosses(CrashKind kind, SimulatedDisk disk) throws IOException {
        SplittableRandom random = new SplittableRandom(Seeds.orElse(7));
        for (int outcome = 0; outcome < 50; outcome++) {
            try (JournaledFilter<Long> left =
                    in(kind, disk.afterPowerLoss(random)).open()) {
                assertThat(left.mightContain(1L)).isTrue();
            }
        }
    }

    /** What the process that died had written, and not synced, becomes certain when it is opened. */
    @ParameterizedTest
    @EnumSource(CrashKind.class)
    void open_afterAProcessDied_makesItsOperationsCertain(CrashKind kind) throws IOException {
        SimulatedDisk disk = SimulatedDisk.with(PARENT);
        JournaledFilter<Long> killed = in(kind, disk).sync(SyncPolicy.onClose()).open();
        killed.add(1L);
        killed.engine.journal().write();
        SimulatedDisk left = disk.afterProcessDeath();
        in(kind, left).open();
        requireKeyAfterPowerLosses(kind, left);
    }

    /** The system shows what it could not write, and no later sync of that file writes it. */
    @ParameterizedTest
    @EnumSource(CrashKind.class)
    void open_afterAFailedSync_makesItsOperationsCertain(CrashKind kind) throws IOException {
        SimulatedDisk disk = SimulatedDisk.with(PARENT);
        FaultyDisk faulty = new FaultyDisk(disk);
        JournaledFilter<Long> failed = in(kind, faulty).open();
        faulty.failing(Fault.at(0).of(DiskOperation.SYNC));
        tryTo(() -> failed.add(1L));
        tryTo(failed::close);
        in(kind, faulty).open();
        requireKeyAfterPowerLosses(kind, disk);
    }

    private static void tryTo(Runnable action) {
        try {
            action.run();
        } catch (DurableException expected) {
            return;
        }
        throw new AssertionError("it did not fail");
    }

    /** Who created the directory died before he could sync its parent. */
    @Test
    void open_directoryThatIsNotCertain_makesItCertain() throws IOException {
        SimulatedDisk disk = SimulatedDisk.with(PARENT);
        disk.createDirectory(DIRECTORY);
        in(CrashKind.BLOOM, disk).open().add(1L);
        requireKeyAfterPowerLosses(CrashKind.BLOOM, disk);
    }

    /** Who comes while the others are being written is not synced with them, and is as old as he is. */
    @Test
    void add_underEveryWhileASyncBegins_getsOlderFromItsOwnTimeOn() throws IOException {
        SimulatedDisk disk = SimulatedDisk.with(PARENT);
        AtomicLong now = new AtomicLong();
        JournaledFilter<Long> filter = in(CrashKind.BLOOM, disk)
                .sync(SyncPolicy.every(Duration.ofHours(1)))
                .clock(now::get)
                .open();
        filter.add(1L);
        AtomicBoolean added = new AtomicBoolean();
        disk.beforeEach((operation, file) -> {
            if (operation == DiskOperation.WRITE && added.compareAndSet(false, true)) {
                addInAnotherThread(filter);
                now.set(1_000);
            }
        });
        filter.sync();
        assertThat(added).isTrue();
        assertThat(filter.engine.journal().unsyncedNanos()).isEqualTo(1_000);
        filter.close();
    }

    private static void addInAnotherThread(JournaledFilter<Long> filter) {
        Thread thread = new Thread(() -> filter.add(2L));
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
