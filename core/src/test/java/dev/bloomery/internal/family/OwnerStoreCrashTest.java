package dev.bloomery.internal.family;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.internal.disk.CrashingDisk;
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
    private static final Path DIRECTORY = Path.of("/simulated/family");
    private static final long SEED = 7;
    private static final OwnerPlan PLAN = new OwnerPlan(0.01);
    private static final int OPERATIONS = 8_000;
    private static final int OWNERS = 400;

    /** What an empty store takes, and some pages. */
    private static final long BUDGET = 82_000;

    private static OwnerStore open(CrashingDisk disk) throws IOException {
        return OwnerStore.open(
                disk,
                DIRECTORY,
                BUDGET,
                present -> present != null ? present : OwnerStore.newManifest(true, true, 1, 2, 3, 4, PLAN, "none"));
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

    private static Life live(CrashingDisk disk) {
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
        } catch (IOException crashed) {
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
        CrashingDisk disk = new CrashingDisk();
        Life life = live(disk);
        assertThat(life.ended).isTrue();
        assertThat(life.missing).isZero();
        assertThat(life.spills).isGreaterThan(OPERATIONS / 4);
        assertThat(disk.files()).as("logs of later generations").noneMatch(path -> path.endsWith("stripe-00.1.log"));
        assertThat(life.logBytes).isLessThan(200_000);
        for (boolean machineDied : new boolean[] {false, true}) {
            OwnerStore store = open(disk.after(machineDied));
            assertThat(count(store, life, Found.NO)).isZero();
            assertThat(count(store, life, Found.UNKNOWN)).isZero();
            store.close();
        }
    }

    @Test
    void open_afterTheEndAtManySteps_losesNoKeySilently() throws IOException {
        CrashingDisk whole = new CrashingDisk();
        assertThat(live(whole).ended).isTrue();
        for (long step = 5; step < whole.steps; step += 1 + whole.steps / 150) {
            CrashingDisk disk = new CrashingDisk();
            disk.stepsLeft = step;
            Life life = live(disk);
            assertThat(life.missing).as("before the end, seed %d", SEED).isZero();
            for (boolean machineDied : new boolean[] {false, true}) {
                CrashingDisk left = disk.after(machineDied);
                if (!left.exists(DIRECTORY.resolve("family"))) {
                    continue; // it had not begun
                }
                OwnerStore store = open(left);
                assertThat(count(store, life, Found.NO))
                        .as("step %d of %d, machine died: %s, seed %d", step, whole.steps, machineDied, SEED)
                        .isZero();
                store.close();
            }
        }
    }
}
