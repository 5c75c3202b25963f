package dev.bloomery.family;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.file.SnapshotException;
import dev.bloomery.internal.disk.MachineStopped;
import dev.bloomery.internal.disk.SimulatedDisk;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.Seed;
import dev.bloomery.support.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * A family that ends at every step of its way to the disk: after that, an owner is as it was at its last change, or UNKNOWN. A disk that forgets what was
 * synced is the control.
 */
class FamilyCrashTest {
    private static final Path PARENT = Path.of("/simulated");
    private static final Path DIRECTORY = PARENT.resolve("family");
    private static final long SEED = Seeds.orElse(20_261_116);
    private static final int OPERATIONS = 900;

    private static FilterFamily<Long, Long> open(SimulatedDisk disk) throws IOException {
        return FilterFamily.of(KeyEncoder.int64(), KeyEncoder.int64(), 0.01)
                .seed(Seed.of(3))
                .memoryBudget(1 << 20)
                .open(DIRECTORY, disk);
    }

    /** What was acknowledged. */
    private static final class Acknowledged {
        private final Map<Long, Set<Long>> keys = new HashMap<>();
        private boolean closed;
    }

    /** The same operations each time: few owners at first, so that most stripes stay untouched after the first checkpoint. */
    private static Acknowledged live(SimulatedDisk disk) throws IOException {
        Acknowledged done = new Acknowledged();
        SplittableRandom random = new SplittableRandom(SEED);
        try {
            FilterFamily<Long, Long> family = open(disk);
            for (int i = 0; i < OPERATIONS; i++) {
                long owner = random.nextInt(i < OPERATIONS / 2 ? 100 : 8);
                long key = random.nextInt(40);
                int choice = random.nextInt(50);
                if (choice == 0) {
                    family.drop(owner);
                    done.keys.remove(owner);
                } else {
                    family.add(owner, key);
                    done.keys.computeIfAbsent(owner, none -> new HashSet<>()).add(key);
                }
                if (i == OPERATIONS / 3 || i == OPERATIONS / 2) {
                    family.checkpoint();
                }
            }
            family.close();
            done.closed = true;
        } catch (MachineStopped stopped) {
            return done;
        }
        return done;
    }

    private record Outcome(long missing, long restored, long unknown) {}

    private static Outcome reopen(SimulatedDisk disk, Acknowledged before) throws IOException {
        long missing = 0;
        long restored = 0;
        long unknown = 0;
        try (FilterFamily<Long, Long> family = open(disk)) {
            for (Map.Entry<Long, Set<Long>> owner : before.keys.entrySet()) {
                for (long key : owner.getValue()) {
                    switch (family.answer(owner.getKey(), key)) {
                        case NO -> missing++;
                        case MAYBE -> restored++;
                        case UNKNOWN -> unknown++;
                    }
                }
            }
        }
        return new Outcome(missing, restored, unknown);
    }

    @Test
    void open_afterTheEndAtEachStep_losesNoKeySilently() throws IOException {
        SimulatedDisk created = created();
        SimulatedDisk whole = created.afterProcessDeath();
        assertThat(live(whole).closed).isTrue();
        SplittableRandom random = new SplittableRandom(SEED);
        long restored = 0;
        long unknown = 0;
        for (long step = 0; step < whole.operations(); step++) {
            SimulatedDisk disk = created.afterProcessDeath();
            disk.stopWithin(step, random.nextDouble());
            Acknowledged before = live(disk);
            for (boolean machineDied : new boolean[] {false, true}) {
                Outcome outcome = reopen(disk.afterEnd(machineDied, random), before);
                assertThat(outcome.missing)
                        .as("step %d of %d, machine died: %s, seed %d", step, whole.operations(), machineDied, SEED)
                        .isZero();
                restored += outcome.restored;
                unknown += outcome.unknown;
            }
        }
        assertThat(restored).as("something is restored").isPositive();
        assertThat(unknown).as("something is not").isPositive();
    }

    private static SimulatedDisk created() throws IOException {
        SimulatedDisk disk = empty();
        open(disk).close();
        return disk;
    }

    private static SimulatedDisk empty() {
        return SimulatedDisk.with(PARENT);
    }

    @Test
    void open_afterTheEndWhileItWasCreated_createsIt() throws IOException {
        SplittableRandom random = new SplittableRandom(SEED);
        long steps = created().operations();
        for (long step = 0; step < steps; step++) {
            for (boolean machineDied : new boolean[] {false, true}) {
                SimulatedDisk disk = empty();
                disk.stopWithin(step, random.nextDouble());
                assertThatThrownBy(() -> open(disk).close()).isInstanceOf(MachineStopped.class);
                try (FilterFamily<Long, Long> family = open(disk.afterEnd(machineDied, random))) {
                    assertThat(family.add(1L, 2L)).isTrue();
                    assertThat(family.answer(1L, 3L)).isEqualTo(FamilyAnswer.NO);
                }
            }
        }
    }

    @Test
    void open_afterClose_restoresEverything() throws IOException {
        SplittableRandom random = new SplittableRandom(SEED);
        SimulatedDisk disk = empty();
        Acknowledged before = live(disk);
        for (boolean machineDied : new boolean[] {false, true}) {
            Outcome outcome = reopen(disk.afterEnd(machineDied, random), before);
            assertThat(outcome.missing + outcome.unknown).isZero();
            assertThat(outcome.restored).isPositive();
        }
    }

    /** Control: on a disk that forgets what was synced, the same check finds keys missing. */
    @Test
    void open_afterTheEndOfAMachineWhoseDiskLies_missesKeys() throws IOException {
        SimulatedDisk disk = created();
        disk.forgetSyncs();
        Acknowledged before = live(disk);
        SplittableRandom random = new SplittableRandom(SEED);
        long missing = 0;
        for (int i = 0; i < 50 && missing == 0; i++) { // every second power loss shows it
            missing = silentlyMissing(disk.afterPowerLoss(random), before);
        }
        assertThat(missing).isPositive();
    }

    /** What was not synced may also be torn, and so found out. */
    private static long silentlyMissing(SimulatedDisk disk, Acknowledged before) throws IOException {
        try {
            return reopen(disk, before).missing;
        } catch (SnapshotException foundOut) {
            return 0;
        }
    }
}
