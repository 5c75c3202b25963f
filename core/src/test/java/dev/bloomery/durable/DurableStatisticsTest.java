package dev.bloomery.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.bloomery.file.DurableException;
import dev.bloomery.info.DurableStatistics;
import dev.bloomery.internal.disk.DiskOperation;
import dev.bloomery.internal.disk.Fault;
import dev.bloomery.internal.disk.FaultyDisk;
import dev.bloomery.internal.disk.SimulatedDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a durable filter counts of its disk, and tells the flight recorder. */
class DurableStatisticsTest {
    private static final String EVENT = "dev.bloomery.DurableSync";

    private final FaultyDisk disk = new FaultyDisk(SimulatedDisk.with(TestKind.PARENT));

    @TempDir
    Path temporary;

    @Test
    void statistics_ofAFilterThatWasJustOpened_areZero() throws IOException {
        try (JournaledFilter<Long> filter = TestKind.BLOOM.in(disk).open()) {
            assertThat(filter.statistics()).hasToString("0 syncs in PT0S, 0 failed; 0 checkpoints in PT0S, 0 failed");
        }
    }

    @Test
    void statistics_ofAdds_haveTheSyncsThatTheDiskHasSeen() throws IOException {
        JournaledFilter<Long> filter = TestKind.BLOOM.in(disk).open();
        long before = disk.operations(DiskOperation.SYNC);
        filter.add(1L);
        filter.add(2L);
        assertThat(filter.statistics().syncs()).isEqualTo(2).isEqualTo(disk.operations(DiskOperation.SYNC) - before);
        filter.close();
        DurableStatistics closed = filter.statistics();
        assertThat(closed.syncs()).as("the mark of a clean end is synced").isEqualTo(3);
        assertThat(closed.syncNanos()).isPositive();
        assertThat(closed.failedSyncs()).isZero();
        assertThat(closed.failedSyncNanos()).isZero();
    }

    @Test
    void statistics_syncThatFails_isCountedAsThat() throws IOException {
        JournaledFilter<Long> filter = TestKind.BLOOM.in(disk).open();
        disk.failing(Fault.at(0).of(DiskOperation.SYNC));
        assertThatExceptionOfType(DurableException.class).isThrownBy(() -> filter.add(1L));
        assertThatExceptionOfType(DurableException.class).isThrownBy(() -> filter.add(1L));
        DurableStatistics counted = filter.statistics();
        assertThat(counted.syncs()).isZero();
        assertThat(counted.failedSyncs()).as("it is not tried again").isEqualTo(1);
        assertThat(counted.failedSyncNanos()).isPositive();
        assertThatExceptionOfType(DurableException.class).isThrownBy(filter::close);
    }

    @Test
    void statistics_checkpoints_areCountedByHowTheyWent() throws IOException {
        try (JournaledFilter<Long> filter = TestKind.CUCKOO.in(disk).open()) {
            filter.checkpoint();
            assertThat(filter.statistics().checkpoints())
                    .as("there was nothing to do")
                    .isZero();
            filter.add(1L);
            filter.checkpoint();
            filter.add(2L);
            disk.failing(Fault.at(0).of(DiskOperation.CREATE));
            assertThatExceptionOfType(IOException.class).isThrownBy(filter::checkpoint);
            disk.heal();
            DurableStatistics counted = filter.statistics();
            assertThat(counted.checkpoints()).isEqualTo(1);
            assertThat(counted.checkpointNanos()).isPositive();
            assertThat(counted.failedCheckpoints()).isEqualTo(1);
            assertThat(counted.failedCheckpointNanos()).isPositive();
        }
    }

    @Test
    void events_ofSyncs_sayWhereHowMuchAndHow() throws IOException {
        Path file = temporary.resolve("recording.jfr");
        try (Recording recording = new Recording()) {
            recording.enable(EVENT);
            recording.start();
            JournaledFilter<Long> filter = TestKind.BLOOM.in(disk).open();
            filter.add(1L);
            disk.failing(Fault.at(0).of(DiskOperation.SYNC));
            assertThatExceptionOfType(DurableException.class).isThrownBy(() -> filter.add(2L));
            assertThatExceptionOfType(DurableException.class).isThrownBy(filter::close);
            recording.stop();
            recording.dump(file);
        }
        List<RecordedEvent> events = RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals(EVENT))
                .toList();
        assertThat(events).hasSize(2).allSatisfy(event -> {
            assertThat(event.getString("directory")).isEqualTo(TestKind.DIRECTORY.toString());
            assertThat(event.getLong("bytes")).isBetween(1L, 1L << 20);
            assertThat(event.getDuration()).isPositive();
        });
        assertThat(events).extracting(event -> event.getBoolean("succeeded")).containsExactly(true, false);
    }
}
