package dev.bloomery.internal.family;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.file.SnapshotException;
import dev.bloomery.internal.disk.MachineStopped;
import dev.bloomery.internal.disk.SimulatedDisk;
import dev.bloomery.key.KeyForm;
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
 * Two stripes with hardly any memory, so that owners are spilled, brought back and logs are compacted all the time, and the end at every few steps
 * of the disk.
 */
class OwnerStoreCrashTest {
    private static final Path PARENT = Path.of("/simulated");
    private static final Path DIRECTORY = PARENT.resolve("family");
    private static final long SEED = Seeds.orElse(7);
    private static final OwnerPlan PLAN = new OwnerPlan(0.01);
    private static final int OPERATIONS = 8_000;
    private static final int OWNERS = 400;

    /** What an empty store takes, and some pages. */
    private static final long BUDGET = 82_000;

    private static OwnerStore open(SimulatedDisk disk) throws IOException {
        return OwnerStore.open(
                disk,
                DIRECTORY,
                BUDGET,
                present -> present != null
                        ? present
                        : OwnerStore.newManifest(true, true, 1, 2, 3, 4, PLAN, "none", KeyForm.INT64, KeyForm.INT64));
    }

    private static SimulatedDisk empty() {
        return SimulatedDisk.with(PARENT);
    }

    /** Owners in the first two stripes only. */
    private static long owner(int number) {
        return OwnedKey.hash(1, number) >>> 6 | (number & 1L) << 58;
    }

    private static long key(int number) {
        return OwnedKey.hash(2, number);
    }

    private static final class Life {
        final Map<Integer, Set<Integer>> keys = new HashMap<>();
        long missing;
        boolean ended;
        long spills;
        long logBytes;
    }

    private static Life live(SimulatedDisk disk) throws IOException {
        Life life = new Life();
        SplittableRandom random = new SplittableRandom(SEED);
        try {
            OwnerStore store = open(disk);
            for (int i = 0; i < OPERATIONS; i++) {
                int owner = random.nextInt(OWNERS);
                int key = random.nextInt(60);
                Set<Integer> keys = life.keys.computeIfAbsent(owner, none -> new HashSet<>());
                int choice = random.nextInt(100);
                if (choice == 0) {
                    store.drop(owner(owner));
                    keys.clear();
                } else if (choice < 70) {
                    Change change = store.add(owner(owner), key(key));
                    assertThat(change).isIn(Change.ADDED, Change.KNOWN);
                    keys.add(key);
                } else if (keys.contains(key) && store.answer(owner(owner), key(key)) == Found.NO) {
                    life.missing++;
                }
                if (i % 3_000 == 2_999) {
                    store.checkpoint();
                }
            }
            life.spills = store.totals().spills();
            life.logBytes = store.totals().logBytes();
            store.checkpoint();
            store.close();
            life.ended = true;
        } catch (MachineStopped stopped) {
            return life;
        }
        return life;
    }

    private static long count(OwnerStore store, Life life, Found answer) {
        long count = 0;
        for (Map.Entry<Integer, Set<Integer>> owner : life.keys.entrySet()) {
            for (int key : owner.getValue()) {
                count += store.answer(owner(owner.getKey()), key(key)) == answer ? 1 : 0;
            }
        }
        return count;
    }

    @Test
    void operations_withoutACrash_spillAndCompactAndMissNothing() throws IOException {
        SimulatedDisk disk = empty();
        Life life = live(disk);
        assertThat(life.ended).isTrue();
        assertThat(life.missing).isZero();
        assertThat(life.spills).isGreaterThan(OPERATIONS / 4);
        assertThat(disk.names(DIRECTORY)).as("logs of later generations").doesNotContain("stripe-00.1.log");
        assertThat(life.logBytes).isLessThan(200_000);
        SplittableRandom random = new SplittableRandom(SEED);
        for (boolean machineDied : new boolean[] {false, true}) {
            OwnerStore store = open(disk.afterEnd(machineDied, random));
            assertThat(count(store, life, Found.NO)).isZero();
            assertThat(count(store, life, Found.UNKNOWN)).isZero();
            store.close();
        }
    }

    @Test
    void open_afterTheEndAtManySteps_losesNoKeySilently() throws IOException {
        SimulatedDisk whole = empty();
        assertThat(live(whole).ended).isTrue();
        SplittableRandom random = new SplittableRandom(SEED);
        for (long step = 5; step < whole.operations(); step += 1 + whole.operations() / 150) {
            SimulatedDisk disk = empty();
            disk.stopWithin(step, random.nextDouble());
            Life life = live(disk);
            assertThat(life.missing).as("before the end, seed %d", SEED).isZero();
            for (boolean machineDied : new boolean[] {false, true, true}) {
                SimulatedDisk left = disk.afterEnd(machineDied, random);
                if (!left.exists(DIRECTORY.resolve("family"))) {
                    continue; // it had not begun
                }
                OwnerStore store = open(left);
                assertThat(count(store, life, Found.NO))
                        .as("step %d of %d, machine died: %s, seed %d", step, whole.operations(), machineDied, SEED)
                        .isZero();
                store.close();
            }
        }
    }

    /** Control: where syncs make nothing certain, spilled owners are gone after a power loss, and the same count tells. */
    @Test
    void open_afterTheEndOfAMachineWhoseDiskLies_missesKeys() throws IOException {
        SimulatedDisk disk = empty();
        open(disk).close();
        disk.forgetSyncs();
        Life life = live(disk);
        assertThat(life.spills).isPositive();
        SplittableRandom random = new SplittableRandom(SEED);
        long missing = 0;
        for (int i = 0; i < 200 && missing == 0; i++) { // every seventh power loss shows it
            missing = silentlyMissing(disk.afterPowerLoss(random), life);
        }
        assertThat(missing).isPositive();
    }

    /** What was not synced may also be torn, and so found out. */
    private static long silentlyMissing(SimulatedDisk disk, Life life) throws IOException {
        try {
            OwnerStore store = open(disk);
            long missing = count(store, life, Found.NO);
            store.close();
            return missing;
        } catch (SnapshotException foundOut) {
            return 0;
        }
    }
}
