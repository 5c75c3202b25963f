package dev.bloomery.internal.disk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.support.Seeds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The simulated disk keeps the contract, and forgets what a real one may forget: nothing else, but all of that. */
class SimulatedDiskTest extends DiskContract {
    private static final long SEED = Seeds.orElse(20_261_116);
    private static final int LOSSES = 2_000;
    private static final Path DIRECTORY = Path.of("/data").toAbsolutePath();

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final SimulatedDisk disk = SimulatedDisk.with(DIRECTORY);

    @Override
    SimulatedDisk disk() {
        return disk;
    }

    @Override
    Path directory() {
        return DIRECTORY;
    }

    /** A file that is there for certain. */
    private DiskFile certain(String name, byte[] content) throws IOException {
        disk.put(file(name), content);
        return disk.openToWrite(file(name));
    }

    private static byte[] filled(int size, int value) {
        byte[] bytes = new byte[size];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    private List<byte[]> contentsAfterPowerLoss(String name) throws IOException {
        List<byte[]> contents = new ArrayList<>();
        for (int i = 0; i < LOSSES; i++) {
            contents.add(disk.afterPowerLoss(random).content(file(name)));
        }
        return contents;
    }

    /** Each set of names that a power loss may leave. */
    private Set<List<String>> namesAfterPowerLoss() throws IOException {
        Set<List<String>> names = new HashSet<>();
        for (int i = 0; i < LOSSES; i++) {
            names.add(disk.afterPowerLoss(random).names(DIRECTORY));
        }
        return names;
    }

    @Test
    void afterPowerLoss_syncedContent_isThere() throws IOException {
        DiskFile file = certain("a", new byte[0]);
        file.append(ByteBuffer.wrap(filled(5_000, 1)));
        file.truncate(4_000);
        file.sync();
        assertThat(contentsAfterPowerLoss("a")).as("seed %d", SEED).containsOnly(filled(4_000, 1));
    }

    @Test
    void afterPowerLoss_appendedContent_isKeptLostTornOrMixed() throws IOException {
        DiskFile file = certain("a", filled(700, 1));
        file.append(ByteBuffer.wrap(filled(3_000, 2)));
        boolean kept = false;
        boolean lost = false;
        boolean torn = false;
        boolean mixed = false;
        boolean garbage = false;
        for (byte[] left : contentsAfterPowerLoss("a")) {
            assertThat(left.length).as("seed %d", SEED).isBetween(700, 3_700);
            assertThat(Arrays.copyOf(left, 700)).as("seed %d", SEED).isEqualTo(filled(700, 1));
            byte[] tail = Arrays.copyOfRange(left, 700, left.length);
            boolean whole = Arrays.equals(tail, filled(tail.length, 2));
            kept |= whole && tail.length == 3_000;
            lost |= tail.length == 0;
            torn |= whole && tail.length % 512 != 0 && tail.length < 3_000;
            mixed |= tail.length == 3_000 && contains(tail, 0) && contains(tail, 2);
            garbage |= contains(tail, 99);
        }
        assertThat(List.of(kept, lost, torn, mixed, garbage))
                .as("kept, lost, torn, mixed, garbage with seed %d", SEED)
                .doesNotContain(false);
    }

    private static boolean contains(byte[] bytes, int value) {
        for (byte one : bytes) {
            if (one == value) {
                return true;
            }
        }
        return false;
    }

    @Test
    void afterPowerLoss_cutAndAppendedAnew_hasAnyOfTheContents() throws IOException {
        DiskFile file = certain("a", filled(2_000, 1));
        file.truncate(1_000);
        file.append(ByteBuffer.wrap(filled(1_500, 2)));
        boolean cut = false;
        boolean old = false;
        boolean mixed = false;
        for (byte[] left : contentsAfterPowerLoss("a")) {
            assertThat(left.length).as("seed %d", SEED).isBetween(1_000, 2_500);
            assertThat(Arrays.copyOf(left, 1_000)).as("seed %d", SEED).isEqualTo(filled(1_000, 1));
            cut |= left.length == 1_000;
            old |= Arrays.equals(left, filled(2_000, 1));
            mixed |= left.length > 1_600 && left[1_100] == 1 && left[1_600] == 2;
        }
        assertThat(List.of(cut, old, mixed))
                .as("cut, old, mixed with seed %d", SEED)
                .doesNotContain(false);
    }

    @Test
    void afterPowerLoss_syncFailedOnce_neverBecomesCertain() throws IOException {
        DiskFile file = certain("a", filled(1_000, 1));
        file.append(ByteBuffer.wrap(filled(1_000, 2)));
        disk.beforeEach((operation, path) -> {
            throw new IOException("broken");
        });
        assertThatThrownBy(file::sync).isInstanceOf(IOException.class);
        disk.beforeEach((operation, path) -> {});
        file.append(ByteBuffer.wrap(filled(1_000, 3)));
        file.sync();
        assertThat(disk.content(file("a"))).contains(2);
        boolean lost = false;
        for (byte[] left : contentsAfterPowerLoss("a")) {
            assertThat(left).as("seed %d", SEED).hasSize(3_000);
            assertThat(Arrays.copyOf(left, 1_000)).isEqualTo(filled(1_000, 1));
            assertThat(Arrays.copyOfRange(left, 2_000, 3_000)).isEqualTo(filled(1_000, 3));
            lost |= !contains(left, 2);
        }
        assertThat(lost).as("seed %d", SEED).isTrue();
    }

    @Test
    void afterPowerLoss_createdFiles_areThereInAnyCombination() throws IOException {
        write("a", "");
        write("b", "");
        assertThat(namesAfterPowerLoss())
                .as("seed %d", SEED)
                .containsExactlyInAnyOrder(List.of(), List.of("a"), List.of("b"), List.of("a", "b"));
        disk.syncDirectory(DIRECTORY);
        assertThat(namesAfterPowerLoss()).as("seed %d", SEED).containsExactly(List.of("a", "b"));
    }

    @Test
    void afterPowerLoss_deletedFile_isThereOrNot() throws IOException {
        disk.put(file("a"), filled(3, 1));
        disk.delete(file("a"));
        assertThat(namesAfterPowerLoss()).as("seed %d", SEED).containsExactlyInAnyOrder(List.of(), List.of("a"));
    }

    @Test
    void afterPowerLoss_renamedOverAFile_isTheOldOrTheNewOne() throws IOException {
        disk.put(file("a"), filled(3, 2)).put(file("b"), filled(3, 1));
        disk.rename(file("a"), file("b"));
        Set<String> found = new HashSet<>();
        for (int i = 0; i < LOSSES; i++) {
            SimulatedDisk left = disk.afterPowerLoss(random);
            found.add(left.names(DIRECTORY) + Arrays.toString(left.content(file("b"))));
        }
        assertThat(found).as("seed %d", SEED).containsExactlyInAnyOrder("[a, b][1, 1, 1]", "[b][2, 2, 2]");
    }

    @Test
    void afterPowerLoss_newDirectory_isThereOrNotWithAllThatIsInIt() throws IOException {
        disk.createDirectory(file("d"));
        disk.create(file("d/a")).close();
        disk.syncDirectory(file("d"));
        assertThat(namesAfterPowerLoss()).as("seed %d", SEED).containsExactlyInAnyOrder(List.of(), List.of("d"));
        disk.syncDirectory(DIRECTORY);
        for (int i = 0; i < LOSSES; i++) {
            assertThat(disk.afterPowerLoss(random).names(file("d"))).containsExactly("a");
        }
    }

    @Test
    void afterProcessDeath_everything_isThereUnlockedAndNoMoreCertain() throws IOException {
        DiskFile file = disk.create(file("a"));
        assertThat(file.tryLock()).isTrue();
        file.append(bytes("new"));
        SimulatedDisk found = disk.afterProcessDeath();
        file.append(bytes("er"));
        assertThat(found.content(file("a"))).isEqualTo("new".getBytes(UTF_8));
        try (DiskFile again = found.openToWrite(file("a"))) {
            assertThat(again.tryLock()).isTrue();
        }
        boolean lost = false;
        for (int i = 0; i < LOSSES; i++) {
            lost |= found.afterPowerLoss(random).names(DIRECTORY).isEmpty();
        }
        assertThat(lost).as("seed %d", SEED).isTrue();
    }

    @Test
    void stopAt_number_doesTheOnesBeforeAndNothingElse() throws IOException {
        for (int n = 0; n < 4; n++) {
            SimulatedDisk stopped = SimulatedDisk.with(DIRECTORY);
            stopped.stopAt(n);
            assertThatThrownBy(() -> {
                        try (DiskFile file = stopped.create(file("a"))) {
                            file.append(bytes("one"));
                            file.append(bytes("two"));
                        }
                    })
                    .isInstanceOf(MachineStopped.class);
            assertThatThrownBy(() -> stopped.delete(file("a"))).isInstanceOf(MachineStopped.class);
            assertThat(stopped.operations()).isEqualTo(n);
            assertThat(stopped.names(DIRECTORY)).hasSize(n == 0 ? 0 : 1);
            if (n > 0) {
                assertThat(stopped.content(file("a"))).hasSize(3 * Math.min(2, n - 1));
            }
        }
    }

    @Test
    void stopWithin_anAppend_doesAPartOfIt() throws IOException {
        disk.stopWithin(1, 0.5);
        DiskFile file = disk.create(file("a"));
        assertThatThrownBy(() -> file.append(bytes("0123456789").position(2))).isInstanceOf(MachineStopped.class);
        assertThatThrownBy(() -> file.append(bytes("0123456789"))).isInstanceOf(MachineStopped.class);
        assertThat(disk.content(file("a"))).isEqualTo("2345".getBytes(UTF_8));
    }

    @Test
    void beforeEach_hook_seesTheOperationsInOrderAndMayStop() throws IOException {
        List<String> seen = new ArrayList<>();
        disk.beforeEach((operation, path) -> {
            seen.add(operation + " " + path.getFileName());
            if (operation == DiskOperation.SYNC_DIRECTORY) {
                disk.stop();
            }
        });
        write("a", "new");
        assertThatThrownBy(() -> disk.syncDirectory(DIRECTORY)).isInstanceOf(MachineStopped.class);
        assertThat(seen).containsExactly("CREATE a", "APPEND a", "CLOSE a", "SYNC_DIRECTORY data");
    }
}
