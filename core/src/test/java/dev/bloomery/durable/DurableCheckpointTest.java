package dev.bloomery.durable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.file.SyncPolicy;
import dev.bloomery.internal.disk.SimulatedDisk;
import dev.bloomery.support.Seeds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DurableCheckpointTest {
    private final SimulatedDisk disk = SimulatedDisk.with(TestKind.PARENT);

    @ParameterizedTest
    @EnumSource(TestKind.class)
    void checkpoint_any_replacesSnapshotAndJournals(TestKind kind) throws IOException {
        JournaledFilter<Long> filter = kind.in(disk).open();
        filter.add(1L);
        filter.checkpoint();
        assertThat(disk.names(TestKind.DIRECTORY))
                .containsExactly("journal-00000000000000000001.log", "lock", "snapshot-00000000000000000001.flt");
        filter.add(2L);
        filter.close();
        try (JournaledFilter<Long> reopened = kind.in(disk).open()) {
            assertThat(reopened.recovery().operationsReplayed()).isEqualTo(1);
            assertThat(reopened.mightContain(1L) && reopened.mightContain(2L)).isTrue();
        }
    }

    @Test
    void checkpoint_nothingNew_doesNothing() throws IOException {
        JournaledFilter<Long> filter = TestKind.BLOOM.in(disk).open();
        filter.add(1L);
        filter.checkpoint();
        long before = disk.operations();
        filter.checkpoint();
        assertThat(disk.operations()).isEqualTo(before);
    }

    @ParameterizedTest
    @EnumSource(TestKind.class)
    void checkpointEvery_journalPassesTheLimit_happensByItself(TestKind kind) throws Exception {
        JournaledFilter<Long> filter =
                kind.in(disk).sync(SyncPolicy.onClose()).checkpointEvery(1_000).open();
        for (long key = 0; key < 300; key++) {
            filter.add(key);
            filter.sync();
        }
        while (disk.names(TestKind.DIRECTORY).contains("snapshot-00000000000000000000.flt")) {
            Thread.onSpinWait();
        }
        filter.close();
        try (JournaledFilter<Long> reopened = kind.in(disk).open()) {
            assertThat(reopened.recovery().operationsReplayed()).isLessThan(300);
            for (long key = 0; key < 300; key++) {
                assertThat(reopened.mightContain(key)).isTrue();
            }
        }
    }

    /** Threads add and remove keys of their own while checkpoints are taken; then the power fails. */
    @ParameterizedTest
    @EnumSource(TestKind.class)
    void checkpoint_besideOperations_losesNothing(TestKind kind) throws Exception {
        JournaledFilter<Long> filter = kind.in(disk).seed(TestKind.SEED).open();
        int threads = 3;
        AtomicLong running = new AtomicLong(threads);
        ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
        List<Thread> writers = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            long first = 1_000L * t;
            Thread writer = new Thread(() -> {
                try {
                    for (int round = 0; round < 5; round++) {
                        for (long key = first; key < first + 80; key++) {
                            filter.add(key);
                        }
                        filter.addAllLongs(
                                LongStream.range(first + 80, first + 90).toArray());
                        if (round < 4 && filter instanceof DurableRemovableFilter<Long> removable) {
                            for (long key = first; key < first + 90; key++) {
                                removable.remove(key);
                            }
                        }
                    }
                } catch (Throwable failed) {
                    failures.add(failed);
                } finally {
                    running.decrementAndGet();
                }
            });
            writer.start();
            writers.add(writer);
        }
        int checkpoints = 0;
        do {
            filter.checkpoint();
            checkpoints++;
        } while (running.get() > 0);
        for (Thread writer : writers) {
            writer.join();
        }
        assertThat(failures).isEmpty();
        assertThat(checkpoints).isPositive();
        for (int i = 0; i < 5; i++) {
            try (JournaledFilter<Long> reopened = kind.in(
                            disk.afterPowerLoss(new SplittableRandom(Seeds.orElse(0) + i)))
                    .open()) {
                for (int t = 0; t < threads; t++) {
                    for (long key = 1_000L * t; key < 1_000L * t + 90; key++) {
                        assertThat(reopened.mightContain(key)).isTrue();
                    }
                }
                if (kind.removes()) {
                    assertThat(TestKind.bits(reopened)).isEqualTo(TestKind.bits(filter));
                }
            }
        }
    }
}
