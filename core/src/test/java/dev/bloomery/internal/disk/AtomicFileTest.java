package dev.bloomery.internal.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.support.Seeds;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.opentest4j.AssertionFailedError;

/** The machine stops, loses its power, or fails at every operation of a replacement in turn: the file is the old or the new one, whole. */
class AtomicFileTest {
    private static final long SEED = Seeds.orElse(20_261_117);
    private static final int LOSSES = 200;
    private static final Path DIRECTORY = Path.of("/data").toAbsolutePath();
    private static final Path FILE = DIRECTORY.resolve("seen.flt");
    private static final byte[] OLD = bytes(90_000);
    private static final byte[] NEW = bytes(200_000);

    private final SplittableRandom random = new SplittableRandom(SEED);

    private static byte[] bytes(int size) {
        byte[] bytes = new byte[size];
        new SplittableRandom(Seeds.orElse(0) + size).nextBytes(bytes);
        return bytes;
    }

    /** In pieces of many sizes, smaller and larger than a buffer. */
    private static void writeNew(OutputStream out) throws IOException {
        out.write(NEW[0]);
        out.write(NEW, 1, 100_000);
        for (int at = 100_001; at < NEW.length; at += 9_000) {
            out.write(NEW, at, Math.min(9_000, NEW.length - at));
        }
    }

    private static SimulatedDisk diskWithOld() throws IOException {
        return SimulatedDisk.with(DIRECTORY).put(FILE, OLD);
    }

    private static String found(SimulatedDisk disk) throws IOException {
        if (!disk.exists(FILE)) {
            return "none";
        }
        byte[] content = disk.content(FILE);
        return Arrays.equals(content, OLD) ? "old" : Arrays.equals(content, NEW) ? "new" : "neither";
    }

    private static void assertFound(SimulatedDisk disk, List<String> allowed, String when) throws IOException {
        String found = found(disk);
        if (!allowed.contains(found)) {
            throw new AssertionFailedError("found " + found + " " + when + ", seed " + SEED, allowed, found);
        }
    }

    private static void assertReplaceable(SimulatedDisk disk, Replacement replacement) throws IOException {
        replacement.replace(disk, FILE, AtomicFileTest::writeNew);
        assertThat(found(disk)).isEqualTo("new");
        assertThat(disk.names(DIRECTORY)).containsExactly("seen.flt");
    }

    // The machine stops

    private void stopAtEveryOperation(SimulatedDisk start, double part, Replacement replacement) throws IOException {
        String before = found(start);
        boolean returned = false;
        for (long n = 0; !returned; n++) {
            SimulatedDisk disk = start.afterProcessDeath();
            disk.stopWithin(n, part);
            try {
                replacement.replace(disk, FILE, AtomicFileTest::writeNew);
                returned = true;
            } catch (MachineStopped stopped) {
                returned = false;
            }
            List<String> allowed = returned ? List.of("new") : List.of(before, "new");
            String when = returned ? "after it returned" : "when stopped at operation " + n;
            SimulatedDisk restarted = disk.afterProcessDeath();
            assertFound(restarted, allowed, "by the next process " + when);
            assertReplaceable(restarted, replacement);
            for (int i = 0; i < LOSSES; i++) {
                SimulatedDisk left = disk.afterPowerLoss(random);
                assertFound(left, allowed, "after power loss " + i + " " + when);
                if (i % 10 == 0) {
                    assertReplaceable(left, replacement);
                }
            }
        }
    }

    @Test
    void replace_stoppedAnywhere_leavesTheOldOrTheNewFile() throws IOException {
        stopAtEveryOperation(diskWithOld(), 0, AtomicFile::replace);
        stopAtEveryOperation(diskWithOld(), 0.7, AtomicFile::replace);
    }

    @Test
    void replace_noFileYetAndStoppedAnywhere_leavesNoneOrTheNewFile() throws IOException {
        stopAtEveryOperation(SimulatedDisk.with(DIRECTORY), 0, AtomicFile::replace);
        stopAtEveryOperation(SimulatedDisk.with(DIRECTORY), 0.7, AtomicFile::replace);
    }

    /** Two replacements by processes that died, one after the other. */
    @Test
    void replace_stoppedAfterAnotherOneStopped_leavesTheOldOrTheNewFile() throws IOException {
        for (long n = 0; n < 8; n++) {
            SimulatedDisk disk = diskWithOld();
            disk.stopAt(n);
            assertThatThrownBy(() -> AtomicFile.replace(disk, FILE, AtomicFileTest::writeNew))
                    .isInstanceOf(MachineStopped.class);
            SimulatedDisk restarted = disk.afterProcessDeath();
            if (found(restarted).equals("old")) {
                stopAtEveryOperation(restarted, 0, AtomicFile::replace);
            }
        }
    }

    /** Controls. */
    @TestFactory
    List<DynamicTest> stop_brokenReplacement_isNoticed() {
        Map<String, Map.Entry<Replacement, String>> broken = Map.of(
                "without sync", Map.entry(Replacement::withoutSync, "found neither after power loss"),
                "sync after the rename", Map.entry(Replacement::withSyncAfterRename, "found neither after power loss"),
                "without sync of the directory", Map.entry(Replacement::withoutDirectorySync, "found old after power"),
                "delete before the rename", Map.entry(Replacement::withDeleteBeforeRename, "found none"),
                "in place", Map.entry(Replacement::inPlace, "found neither by the next process"));
        return broken.entrySet().stream()
                .map(one -> DynamicTest.dynamicTest(
                        one.getKey(),
                        () -> assertThatThrownBy(() -> stopAtEveryOperation(
                                        diskWithOld(), 0, tidy(one.getValue().getKey())))
                                .isInstanceOf(AssertionFailedError.class)
                                .hasMessageContaining(one.getValue().getValue())))
                .toList();
    }

    /** The broken ones do not delete what was left behind, and are to fail for another reason. */
    private static Replacement tidy(Replacement broken) {
        return (disk, file, content) -> {
            for (String name : disk.list(DIRECTORY)) {
                if (name.endsWith(".tmp")) {
                    disk.delete(DIRECTORY.resolve(name));
                }
            }
            broken.replace(disk, file, content);
        };
    }

    // Operations fail

    private static void failAtEveryOperation(boolean lasting, double part, Replacement replacement) throws IOException {
        for (long n = 0; ; n++) {
            SimulatedDisk simulated = diskWithOld();
            Fault fault = (lasting ? Fault.from(n) : Fault.at(n)).afterPart(part);
            FaultyDisk disk = new FaultyDisk(simulated).failing(fault);
            boolean returned = false;
            try {
                replacement.replace(disk, FILE, AtomicFileTest::writeNew);
                returned = true;
            } catch (IOException failed) {
                assertThat(failed).hasMessageContaining("No space left on device");
            }
            if (disk.failures() == 0) {
                assertThat(returned).isTrue();
                assertThat(n).as("operations of a replacement").isGreaterThan(8);
                return;
            }
            assertThat(returned).as("returned though %s", fault).isFalse();
            assertFound(simulated, List.of("old", "new"), "when " + fault);
            if (disk.operations(DiskOperation.SYNC_DIRECTORY) == 0 && disk.operations(DiskOperation.RENAME) == 0) {
                assertFound(simulated, List.of("old"), "when " + fault);
            }
            if (!lasting) {
                assertThat(simulated.names(DIRECTORY)).as("when %s", fault).containsExactly("seen.flt");
            }
            assertThat(disk.operations(DiskOperation.SYNC))
                    .as("syncs when %s", fault)
                    .isLessThan(2);
            disk.heal();
            replacement.replace(disk, FILE, AtomicFileTest::writeNew);
            assertFound(simulated, List.of("new"), "after a second try when " + fault);
            assertThat(simulated.names(DIRECTORY)).as("after %s", fault).containsExactly("seen.flt");
        }
    }

    @Test
    void replace_anyOperationFails_throwsAndLeavesOneWholeFileAlone() throws IOException {
        failAtEveryOperation(false, 0, AtomicFile::replace);
        failAtEveryOperation(false, 0.5, AtomicFile::replace);
    }

    @Test
    void replace_allOperationsFailFromSomeOneOn_throwsAndLeavesOneWholeFile() throws IOException {
        failAtEveryOperation(true, 0, AtomicFile::replace);
        failAtEveryOperation(true, 0.5, AtomicFile::replace);
    }

    /** Controls. */
    @Test
    void fail_brokenReplacement_isNoticed() {
        assertThatThrownBy(() -> failAtEveryOperation(false, 0, tidy(Replacement::inPlace)))
                .isInstanceOf(AssertionFailedError.class)
                .hasMessageContaining("found neither when");
        assertThatThrownBy(() -> failAtEveryOperation(false, 0, tidy(Replacement::withoutCleanup)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("123456789abcdef.tmp");
        assertThatThrownBy(() -> failAtEveryOperation(false, 0, tidy(Replacement::withSyncTriedAgain)))
                .isInstanceOf(AssertionError.class);
    }

    /** What a failed sync gave up is lost for certain only when the power is. */
    private void failSyncAndLosePower(Replacement replacement) throws IOException {
        SimulatedDisk simulated = diskWithOld();
        FaultyDisk disk = new FaultyDisk(simulated).failing(Fault.at(0).of(DiskOperation.SYNC));
        boolean returned = false;
        try {
            replacement.replace(disk, FILE, AtomicFileTest::writeNew);
            returned = true;
        } catch (IOException failed) {
            assertThat(disk.failures()).isEqualTo(1);
        }
        for (int i = 0; i < LOSSES; i++) {
            assertFound(
                    simulated.afterPowerLoss(random),
                    returned ? List.of("new") : List.of("old"),
                    "after power loss " + i + " and a failed sync");
        }
    }

    @Test
    void replace_syncFails_leavesTheOldFile() throws IOException {
        failSyncAndLosePower(AtomicFile::replace);
        assertThatThrownBy(() -> failSyncAndLosePower(Replacement::withSyncTriedAgain))
                .isInstanceOf(AssertionFailedError.class)
                .hasMessageContaining("found neither");
    }

    @Test
    void replace_contentFails_throwsThatAndLeavesTheOldFileAlone() throws IOException {
        List<AtomicFile.Content> failing = List.of(
                out -> {
                    out.write(NEW);
                    throw new IOException("the content failed");
                },
                out -> {
                    throw new IllegalStateException("the content failed");
                },
                out -> {
                    out.write(NEW);
                    throw new AssertionError("the content failed");
                });
        SimulatedDisk disk = diskWithOld();
        for (AtomicFile.Content content : failing) {
            assertThatThrownBy(() -> AtomicFile.replace(disk, FILE, content)).hasMessage("the content failed");
            assertThat(found(disk)).isEqualTo("old");
            assertThat(disk.names(DIRECTORY)).containsExactly("seen.flt");
        }
    }

    // Temporary files of others

    @Test
    void replace_leftBehindByADeadProcess_isDeleted() throws IOException {
        SimulatedDisk disk = diskWithOld();
        disk.beforeEach((operation, file) -> {
            if (operation == DiskOperation.SYNC) {
                disk.stop();
            }
        });
        assertThatThrownBy(() -> AtomicFile.replace(disk, FILE, AtomicFileTest::writeNew))
                .isInstanceOf(MachineStopped.class);
        SimulatedDisk restarted = disk.afterProcessDeath();
        assertThat(restarted.names(DIRECTORY))
                .hasSize(2)
                .anyMatch(name -> name.matches("\\.seen\\.flt\\.[0-9a-f]{16}\\.tmp"));
        assertReplaceable(restarted, AtomicFile::replace);
    }

    @Test
    void replace_whileAnotherOneWrites_leavesItsTemporaryFile() throws IOException {
        SimulatedDisk disk = diskWithOld();
        AtomicFile.replace(disk, FILE, out -> {
            out.write(NEW, 0, 150_000);
            AtomicFile.replace(disk, FILE, other -> other.write(OLD));
            assertThat(disk.names(DIRECTORY)).hasSize(2);
            out.write(NEW, 150_000, 50_000);
        });
        assertThat(found(disk)).isEqualTo("new");
        assertThat(disk.names(DIRECTORY)).containsExactly("seen.flt");
    }

    /** At every moment, also between the creation of the temporary file and its lock, and between its last byte and the rename. */
    @Test
    void replace_anotherOneAtAnyMoment_bothSucceed() throws IOException {
        boolean[] interfered = {true};
        for (long n = 0; interfered[0]; n++) {
            long at = n;
            interfered[0] = false;
            SimulatedDisk disk = diskWithOld();
            disk.beforeEach((operation, file) -> {
                if (disk.operations() == at && !interfered[0]) {
                    interfered[0] = true;
                    AtomicFile.replace(disk, FILE, other -> other.write(OLD));
                }
            });
            AtomicFile.replace(disk, FILE, AtomicFileTest::writeNew);
            assertThat(found(disk)).as("another one at operation %d", n).isIn("new", "old");
            assertThat(disk.names(DIRECTORY))
                    .as("another one at operation %d", n)
                    .containsExactly("seen.flt");
        }
    }

    @Test
    void replace_filesOfOthersWithSimilarNames_leavesThem() throws IOException {
        SimulatedDisk disk = diskWithOld();
        List<String> others = List.of(
                ".seen.flt.notes.tmp",
                ".seen.flt.0123456789ABCDEF.tmp",
                ".seen.flt.0123456789abcdef",
                ".seen.flt.more.0123456789abcdef.tmp",
                ".seenXflt.0123456789abcdef.tmp",
                "seen.flt.0123456789abcdef.tmp");
        for (String other : others) {
            disk.put(DIRECTORY.resolve(other), OLD);
        }
        AtomicFile.replace(disk, FILE, AtomicFileTest::writeNew);
        assertThat(disk.names(DIRECTORY)).containsAll(others).hasSize(others.size() + 1);
    }

    @Test
    void replace_leftBehindThatCannotBeDeleted_replaces() throws IOException {
        SimulatedDisk simulated = diskWithOld().put(DIRECTORY.resolve(".seen.flt.0123456789abcdef.tmp"), OLD);
        for (DiskOperation failing : List.of(
                DiskOperation.OPEN_TO_WRITE, DiskOperation.TRY_LOCK, DiskOperation.DELETE, DiskOperation.CLOSE)) {
            SimulatedDisk disk = simulated.afterProcessDeath();
            AtomicFile.replace(new FaultyDisk(disk).failing(Fault.at(0).of(failing)), FILE, AtomicFileTest::writeNew);
            assertThat(found(disk)).as("%s fails", failing).isEqualTo("new");
        }
    }

    @Test
    void replace_missingDirectory_saysSo() {
        SimulatedDisk disk = SimulatedDisk.with(DIRECTORY);
        assertThatIOException()
                .isThrownBy(() -> AtomicFile.replace(disk, DIRECTORY.resolve("none/a"), AtomicFileTest::writeNew))
                .withMessageContaining("none");
    }
}
