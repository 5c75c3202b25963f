package dev.bloomery.internal.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The disks of this machine. */
class RealDiskTest extends DiskContract {
    @TempDir
    Path directory;

    @Override
    Disk disk() {
        return Disk.real();
    }

    @Override
    Path directory() {
        return directory;
    }

    @Test
    void create_anyUmask_isForTheOwnerOnly() throws IOException {
        assumePermissions();
        write("a", "secret");
        assertThat(permissions("a")).isEqualTo("rw-------");
    }

    @Test
    void createDirectory_anyUmask_isForTheOwnerOnly() throws IOException {
        assumePermissions();
        disk().createDirectory(file("d"));
        assertThat(permissions("d")).isEqualTo("rwx------");
    }

    @Test
    void openToRead_fileWithoutPermission_isRefusedAndNamesIt() throws IOException {
        assumePermissions();
        write("a", "secret");
        Files.setPosixFilePermissions(file("a"), PosixFilePermissions.fromString("---------"));
        assumeFalse(Files.isReadable(file("a")), "this user may read everything");
        assertThatIOException().isThrownBy(() -> disk().openToRead(file("a"))).withMessageContaining("a");
    }

    private String permissions(String name) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file(name)));
    }

    private static void assumePermissions() {
        assumeTrue(
                FileSystems.getDefault().supportedFileAttributeViews().contains("posix"),
                "this file system knows no permissions of owners");
    }
}
