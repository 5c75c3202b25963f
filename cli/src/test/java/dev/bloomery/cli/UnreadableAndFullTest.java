package dev.bloomery.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that cannot be read, and disks that are full. */
class UnreadableAndFullTest {
    @TempDir
    private Path directory;

    private static String onlyLineOf(Run failed) {
        assertThat(failed.code()).as(failed.toString()).isEqualTo(3);
        return failed.onlyErrorLine();
    }

    @Test
    void dedupe_fileWithoutPermission_isOneLineWithItsName() throws Exception {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path file = Files.writeString(directory.resolve("secret.txt"), "a\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("-wx-wx-wx"));
        String asSomebody = "";
        if (Files.isReadable(file)) { // the superuser reads everything
            asSomebody = "setpriv --reuid=65534 --regid=65534 --clear-groups ";
            assumeTrue(Run.shell(directory, asSomebody + "$BLOOMERY --version").code() == 0, "nobody may not run it");
        }
        assertThat(onlyLineOf(Run.shell(directory, asSomebody + "$BLOOMERY dedupe secret.txt")))
                .contains("secret.txt")
                .contains("Permission denied");
    }

    /** The memory of a process begins with a page that nobody may read: the file opens, and the first read fails, as of a disk that breaks. */
    @Test
    void anyCommand_readThatFails_isOneLineWithTheFile() throws Exception {
        Path broken = Path.of("/proc/self/mem");
        assumeTrue(Files.exists(broken), "there is no such file here");
        Path filter = directory.resolve("some.flt");
        assertThat(onlyLineOf(Run.of("dedupe", broken))).contains("/proc/self/mem: Input/output error");
        assertThat(onlyLineOf(Run.of("build", "-o", filter, broken))).contains("/proc/self/mem: Input/output error");
        assertThat(filter).doesNotExist();
    }

    @Test
    void build_fileThatGrowsTooLarge_leavesNothingBehind() throws Exception {
        Run run = Run.shell(directory, "ulimit -f 64; seq 1 100000 | $BLOOMERY build -o some.flt");
        assertThat(onlyLineOf(run)).contains("some.flt").contains("File too large");
        try (var left = Files.list(directory)) {
            assertThat(left).isEmpty();
        }
    }

    /** A run on a disk that gets full, and another one when it has been made larger. */
    @Test
    void dedupe_rememberOnAFullDisk_dropsNoLineLater() throws Exception {
        String onASmallDisk =
                "mkdir %1$s; unshare --map-root-user --mount bash -c 'mount -t tmpfs -o size=6m none %1$s; %2$s'";
        assumeTrue(
                Run.shell(directory, onASmallDisk.formatted("try", "df try | grep -q 6144"))
                                .code()
                        == 0,
                "no disk can be mounted here");
        Run run = Run.shell(
                directory,
                onASmallDisk.formatted(
                        "disk",
                        "seq 1 600000 | $BLOOMERY dedupe -q --remember disk/seen > first; echo $?;"
                                + " mount -o remount,size=60m disk;"
                                + " seq 1 600000 | $BLOOMERY dedupe -q --remember disk/seen > second; echo $?;"
                                + " wc -l < second; sort -u first second | wc -l"));
        List<String> said = run.text().lines().toList();
        assertThat(said).as(run.toString()).hasSize(4);
        assertThat(said.get(0)).isEqualTo("3");
        assertThat(said.get(1)).isEqualTo("0");
        assertThat(Integer.parseInt(said.get(2)))
                .as("remembered is what was synced before")
                .isLessThan(600_000);
        assertThat(said.get(3)).isEqualTo("600000");
        assertThat(run.onlyErrorLine()).contains("No space left on device");
    }
}
