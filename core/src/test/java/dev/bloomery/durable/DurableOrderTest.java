package dev.bloomery.durable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.file.DamagedJournalException;
import dev.bloomery.internal.disk.DiskOperation;
import dev.bloomery.internal.disk.SimulatedDisk;
import dev.bloomery.internal.durable.Checkpoints;
import dev.bloomery.internal.durable.Engine;
import dev.bloomery.internal.durable.Opened;
import dev.bloomery.internal.durable.Opener;
import dev.bloomery.internal.durable.Settings;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.support.Seeds;
import java.io.IOException;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The rules of order, each with a filter that breaks it and must be caught. Another thread runs exactly between two steps, until it is done or
 * waits.
 */
class DurableOrderTest {
    private static final long KEY = 4711;

    private final SimulatedDisk disk = SimulatedDisk.with(TestKind.PARENT);

    /** Runs it in another thread, until that has ended or waits; whether it has ended. */
    private static boolean endsBeside(Runnable action) {
        Thread thread = new Thread(action);
        thread.setDaemon(true);
        thread.start();
        while (thread.isAlive()) {
            Thread.State state = thread.getState();
            if (state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING) {
                return false;
            }
            Thread.onSpinWait();
        }
        return true;
    }

    /** Whether a power loss at this moment may lose the key. */
    private boolean mayLoseKey() {
        SplittableRandom random = new SplittableRandom(Seeds.orElse(1));
        for (int i = 0; i < 30; i++) {
            try (JournaledFilter<Long> reopened =
                    TestKind.BLOOM.in(disk.afterPowerLoss(random)).open()) {
                if (!reopened.mightContain(KEY)) {
                    return true;
                }
            } catch (IOException failed) {
                throw new AssertionError(failed);
            }
        }
        return false;
    }

    private static Settings<Long> settings(TestKind kind, SimulatedDisk disk) {
        return kind.in(disk).seed(TestKind.SEED).settings();
    }

    private static Checkpoints<Long> plainCheckpoints(Opened<Long> opened) {
        return new Checkpoints<>(opened, KeyEncoder.int64(), OptionalLong.empty());
    }

    /** Copies live memory where it must not, and calls something when the new journal has begun. */
    private static final class HookedCheckpoints extends Checkpoints<Long> {
        private final boolean copiesLive;
        private Runnable between = () -> {};

        HookedCheckpoints(Opened<Long> opened, boolean copiesLive) {
            super(opened, KeyEncoder.int64(), OptionalLong.empty());
            this.copiesLive = copiesLive;
        }

        @Override
        public boolean mayCopyLive() {
            return copiesLive || super.mayCopyLive();
        }

        @Override
        public void rotated() {
            between.run();
        }
    }

    /** Calls something between the two steps of an add, once. */
    private static class PausingEngine extends Engine<Long> {
        private final boolean bitsFirst;
        private final AtomicBoolean paused = new AtomicBoolean();
        private Runnable between = () -> {};

        PausingEngine(Settings<Long> settings, Opened<Long> opened, boolean bitsFirst) {
            super(settings, opened, plainCheckpoints(opened));
            this.bitsFirst = bitsFirst;
        }

        @Override
        public boolean journalAndAdd(long hash) {
            boolean added = false;
            if (bitsFirst) {
                added = set(hash);
            } else {
                journal(hash);
            }
            if (paused.compareAndSet(false, true)) {
                between.run();
            }
            if (bitsFirst) {
                journal(hash);
            } else {
                added = set(hash);
            }
            return added;
        }
    }

    private boolean losesKeyBetweenSteps(boolean bitsFirst) throws IOException {
        Settings<Long> settings = settings(TestKind.BLOOM, disk);
        PausingEngine engine = new PausingEngine(settings, Opener.open(settings), bitsFirst);
        long hash = engine.filter().hash(KEY);
        AtomicBoolean lost = new AtomicBoolean();
        engine.between = () -> lost.set(endsBeside(() -> engine.add(hash)) && mayLoseKey());
        engine.add(hash);
        assertThat(mayLoseKey()).as("after both have returned").isFalse();
        return lost.get();
    }

    @Test
    void add_whileAnotherAddsTheSameKey_isAcknowledgedWithItsJournal() throws IOException {
        assertThat(losesKeyBetweenSteps(false)).isFalse();
    }

    @Test
    void add_bitsBeforeJournal_acknowledgesAKeyThatIsLost() throws IOException {
        assertThat(losesKeyBetweenSteps(true)).isTrue();
    }

    private boolean losesKeyDuringSync(boolean waits) throws IOException {
        Settings<Long> settings = settings(TestKind.BLOOM, disk);
        Opened<Long> opened = Opener.open(settings);
        Engine<Long> engine = new Engine<>(settings, opened, plainCheckpoints(opened)) {
            @Override
            public void acknowledgePresent(long end) {
                if (waits) {
                    super.acknowledgePresent(end);
                }
            }
        };
        long hash = engine.filter().hash(KEY);
        AtomicBoolean synced = new AtomicBoolean();
        AtomicBoolean lost = new AtomicBoolean();
        disk.beforeEach((operation, file) -> {
            if (operation == DiskOperation.SYNC && synced.compareAndSet(false, true)) {
                lost.set(endsBeside(() -> engine.add(hash)) && mayLoseKey());
            }
        });
        engine.add(hash);
        assertThat(synced).isTrue();
        return lost.get();
    }

    @Test
    void add_presentKey_waitsForTheCommitThatCoversItsBits() throws IOException {
        assertThat(losesKeyDuringSync(true)).isFalse();
    }

    @Test
    void add_presentKeyWithoutWaiting_acknowledgesAKeyThatIsLost() throws IOException {
        assertThat(losesKeyDuringSync(false)).isTrue();
    }

    /** Operations between the beginning of the new journal and the snapshot; whether the filter comes back as it was. */
    private static boolean comesBack(TestKind kind, boolean copiesLive, boolean withRemoves) throws IOException {
        SimulatedDisk disk = SimulatedDisk.with(TestKind.PARENT);
        Settings<Long> settings = settings(kind, disk);
        Opened<Long> opened = Opener.open(settings);
        HookedCheckpoints checkpoints = new HookedCheckpoints(opened, copiesLive);
        Engine<Long> engine = new Engine<>(settings, opened, checkpoints);
        JournaledFilter<Long> filter = kind.filter(engine);
        for (long key = 0; key < 200; key++) {
            filter.add(key);
        }
        checkpoints.between = () -> {
            filter.add(1_000L);
            if (withRemoves) {
                ((DurableRemovableFilter<Long>) filter).remove(7L);
            }
        };
        filter.checkpoint();
        filter.add(2_000L);
        byte[] before = TestKind.bits(filter);
        try (JournaledFilter<Long> reopened = kind.in(disk.afterPowerLoss(new SplittableRandom(Seeds.orElse(3))))
                .open()) {
            return Arrays.equals(before, TestKind.bits(reopened));
        } catch (DamagedJournalException mismatch) {
            return false;
        }
    }

    @ParameterizedTest
    @EnumSource(TestKind.class)
    void checkpoint_whileOperationsGoOn_keepsEachOnce(TestKind kind) throws IOException {
        assertThat(comesBack(kind, false, kind.removes())).isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            value = TestKind.class,
            names = {"COUNTING", "CUCKOO"})
    void checkpoint_fromLiveMemory_countsOperationsTwice(TestKind kind) throws IOException {
        assertThat(comesBack(kind, true, false)).as("an add").isFalse();
        assertThat(comesBack(kind, true, true)).as("a remove, too").isFalse();
    }

    /** A clear in the middle of a copy of live bits would leave keys of before the clear, or lose some of after it. */
    @Test
    void clear_whileACheckpointRuns_waitsForIt() throws IOException {
        Settings<Long> settings = settings(TestKind.BLOOM, disk);
        Opened<Long> opened = Opener.open(settings);
        AtomicBoolean cleared = new AtomicBoolean();
        HookedCheckpoints checkpoints = new HookedCheckpoints(opened, false);
        Engine<Long> engine = new Engine<>(settings, opened, checkpoints);
        engine.add(engine.filter().hash(KEY));
        checkpoints.between = () -> cleared.set(endsBeside(engine::clear));
        engine.checkpoint();
        assertThat(cleared).isFalse();
    }
}
