package dev.bloomery.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.bloomery.file.DurableException;
import dev.bloomery.file.DurableState;
import dev.bloomery.file.SyncPolicy;
import dev.bloomery.internal.disk.DiskOperation;
import dev.bloomery.internal.disk.Fault;
import dev.bloomery.internal.disk.FaultyDisk;
import dev.bloomery.internal.disk.SimulatedDisk;
import dev.bloomery.support.Seeds;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DurableFailureTest {
    private final SimulatedDisk disk = SimulatedDisk.with(TestKind.PARENT);
    private final FaultyDisk faulty = new FaultyDisk(disk);

    @ParameterizedTest
    @EnumSource(TestKind.class)
    void sync_thatFails_failsTheFilterForEver(TestKind kind) throws IOException {
        JournaledFilter<Long> filter = kind.in(faulty).open();
        filter.add(1L);
        faulty.failing(Fault.at(0).of(DiskOperation.SYNC));
        assertThatExceptionOfType(DurableException.class)
                .isThrownBy(() -> filter.add(2L))
                .withMessageContaining(TestKind.DIRECTORY.toString())
                .withMessageContaining("open it again")
                .withRootCauseInstanceOf(IOException.class);
        assertThat(filter.state()).isEqualTo(DurableState.FAILED);
        faulty.heal();
        assertThatExceptionOfType(DurableException.class).isThrownBy(() -> filter.add(1L));
        assertThatExceptionOfType(DurableException.class).isThrownBy(() -> filter.addAll(List.of(3L)));
        assertThatExceptionOfType(DurableException.class).isThrownBy(filter::clear);
        assertThatExceptionOfType(DurableException.class).isThrownBy(filter::sync);
        assertThatExceptionOfType(DurableException.class).isThrownBy(filter::checkpoint);
        if (filter instanceof DurableRemovableFilter<Long> removable) {
            assertThatExceptionOfType(DurableException.class).isThrownBy(() -> removable.remove(1L));
        }
        assertThat(filter.mightContain(1L)).as("queries go on").isTrue();
        assertThat(faulty.operations(DiskOperation.SYNC))
                .as("never tried again")
                .isZero();
        assertThatExceptionOfType(DurableException.class).isThrownBy(filter::close);
        filter.close(); // the second time it is closed
        assertThat(filter.state()).isEqualTo(DurableState.CLOSED);
        try (JournaledFilter<Long> reopened = kind.in(faulty).open()) {
            assertThat(reopened.mightContain(1L)).isTrue();
            assertThat(reopened.recovery().cleanClose()).isFalse();
        }
    }

    @Test
    void use_afterClose_throws() throws IOException {
        DurableRemovableFilter<Long> filter =
                (DurableRemovableFilter<Long>) TestKind.CUCKOO.in(disk).open();
        filter.close();
        filter.close();
        assertThatIllegalStateException()
                .isThrownBy(() -> filter.add(1L))
                .withMessageContaining("is closed; open it again");
        assertThatIllegalStateException().isThrownBy(() -> filter.mightContain(1L));
        assertThatIllegalStateException().isThrownBy(() -> filter.remove(1L));
        assertThatIllegalStateException().isThrownBy(() -> filter.count(1L));
        assertThatIllegalStateException().isThrownBy(filter::info);
        assertThatIllegalStateException().isThrownBy(filter::sync);
        assertThatIllegalStateException().isThrownBy(filter::checkpoint);
        assertThatIllegalStateException().isThrownBy(filter::clear);
    }

    /** Each step on the disk fails in turn, once or from there on: what was acknowledged is there afterwards. */
    @ParameterizedTest
    @EnumSource(TestKind.class)
    void anyStep_thatFails_losesNothingAcknowledged(TestKind kind) throws IOException {
        for (boolean lasting : new boolean[] {false, true}) {
            for (long n = 0; ; n++) {
                SimulatedDisk simulated = SimulatedDisk.with(TestKind.PARENT);
                FaultyDisk failing = new FaultyDisk(simulated).failing(lasting ? Fault.from(n) : Fault.at(n));
                List<Long> acknowledged = new ArrayList<>();
                run(kind, failing, acknowledged);
                if (failing.failures() == 0) {
                    assertThat(n).isGreaterThan(50);
                    break;
                }
                SplittableRandom random = new SplittableRandom(Seeds.orElse(0) + n);
                for (SimulatedDisk after : List.of(
                        simulated.afterProcessDeath(),
                        simulated.afterPowerLoss(random),
                        simulated.afterPowerLoss(random))) {
                    try (JournaledFilter<Long> reopened = kind.in(after).open()) {
                        for (long key : acknowledged) {
                            assertThat(reopened.mightContain(key))
                                    .as("key %d, failing %d, lasting %s", key, n, lasting)
                                    .isTrue();
                        }
                    }
                }
            }
        }
    }

    private static void run(TestKind kind, FaultyDisk disk, List<Long> acknowledged) {
        try {
            JournaledFilter<Long> filter = kind.in(disk).open();
            try (filter) {
                for (long key = 0; key < 30; key++) {
                    filter.add(key);
                    acknowledged.add(key);
                    if (key % 10 == 9) {
                        tryCheckpoint(filter);
                    }
                }
            }
            try (JournaledFilter<Long> reopened = kind.in(disk).open()) {
                reopened.add(100L);
                acknowledged.add(100L);
            }
        } catch (IOException | DurableException expected) {
            // the caller looks at what is left
        }
    }

    private static void tryCheckpoint(JournaledFilter<Long> filter) {
        try {
            filter.checkpoint();
            assertThat(filter.lastCheckpointFailure()).isEmpty();
        } catch (IOException failed) {
            assertThat(filter.state()).isEqualTo(DurableState.OPEN);
            assertThat(filter.lastCheckpointFailure()).containsSame(failed);
        }
    }

    @Test
    void checkpoint_thatFails_leavesTheFilterWorking() throws IOException {
        JournaledFilter<Long> filter = TestKind.COUNTING.in(faulty).open();
        filter.add(1L);
        faulty.failing(Fault.from(0).of(DiskOperation.RENAME));
        assertThatExceptionOfType(IOException.class).isThrownBy(filter::checkpoint);
        assertThat(filter.lastCheckpointFailure()).isPresent();
        filter.add(2L);
        faulty.heal();
        filter.checkpoint();
        assertThat(filter.lastCheckpointFailure()).isEmpty();
        filter.close();
        assertThat(disk.names(TestKind.DIRECTORY)).as("the old ones are gone").hasSize(3);
        try (JournaledFilter<Long> reopened = TestKind.COUNTING.in(disk).open()) {
            assertThat(reopened.mightContain(1L) && reopened.mightContain(2L)).isTrue();
        }
    }

    /** With a period of an hour, and a clock that is set by hand. */
    @Test
    void add_underEvery_waitsOnlyWhenSomethingIsTwiceAsOld() throws IOException {
        AtomicLong now = new AtomicLong();
        long hour = Duration.ofHours(1).toNanos();
        JournaledFilter<Long> filter = TestKind.BLOOM
                .in(faulty)
                .sync(SyncPolicy.every(Duration.ofHours(1)))
                .clock(now::get)
                .open();
        faulty.heal(); // counts from here
        filter.add(1L);
        now.addAndGet(2 * hour);
        filter.add(2L);
        assertThat(faulty.operations(DiskOperation.SYNC)).isZero();
        now.addAndGet(1);
        filter.add(3L);
        assertThat(faulty.operations(DiskOperation.SYNC)).isEqualTo(1);
        now.addAndGet(5 * hour); // all is synced, so nothing is old
        filter.add(4L);
        assertThat(faulty.operations(DiskOperation.SYNC)).isEqualTo(1);
        now.addAndGet(3 * hour);
        assertThat(filter.add(4L)).as("a present key waits, too").isFalse();
        assertThat(faulty.operations(DiskOperation.SYNC)).isEqualTo(2);
        filter.close();
    }

    @Test
    void add_underOnClose_neverSyncs() throws IOException {
        JournaledFilter<Long> filter =
                TestKind.BLOOM.in(faulty).sync(SyncPolicy.onClose()).open();
        faulty.heal();
        for (long key = 0; key < 1_000; key++) {
            filter.add(key);
        }
        assertThat(faulty.operations(DiskOperation.SYNC)).isZero();
        filter.close();
        assertThat(faulty.operations(DiskOperation.SYNC))
                .as("one for the room, one before the mark that says so, and one for the mark")
                .isEqualTo(3);
    }

    /** The thread in the background does it. */
    @Test
    void every_shortPeriod_syncsByItself() throws Exception {
        JournaledFilter<Long> filter = TestKind.BLOOM
                .in(disk)
                .sync(SyncPolicy.every(Duration.ofMillis(1)))
                .open();
        filter.add(1L);
        long end = System.nanoTime() + 60_000_000_000L;
        while (filter.engine.journal().synced() < 1 && System.nanoTime() < end) {
            Thread.sleep(1);
        }
        assertThat(filter.engine.journal().synced())
                .as("synced within a minute, by itself")
                .isEqualTo(1);
        filter.close();
    }
}
