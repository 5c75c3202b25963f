package dev.bloomery.internal.disk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replacements where a file system has its own opinion: clear errors, and nothing changed. */
class AtomicFileOnRealDiskTest {
    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void createFile() throws IOException {
        file = Files.writeString(directory.resolve("seen.flt"), "old");
    }

    private static void replace(Path file) throws IOException {
        AtomicFile.replace(Disk.real(), file, out -> out.write("new".getBytes(UTF_8)));
    }

    private void assertRefused(Path refused, String message) throws IOException {
        assertThatIOException().isThrownBy(() -> replace(refused)).withMessageContaining(message);
        assertNothingChanged();
    }

    private void assertNothingChanged() throws IOException {
        assertThat(file).hasContent("old");
        try (Stream<Path> files = Files.walk(directory)) {
            assertThat(files.filter(found -> found.toString().endsWith(".tmp"))).isEmpty();
        }
    }

    @Test
    void replace_existingFile_isNewAndForTheOwnerOnly() throws IOException {
        replace(file);
        assertThat(file).hasContent("new");
        assumePosix();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void replace_relativePath_isResolved() throws IOException {
        Path relative = Path.of("").toAbsolutePath().relativize(file);
        assertThat(relative).isRelative();
        replace(relative);
        assertThat(file).hasContent("new");
    }

    @Test
    void replace_interruptedThread_replacesAndStaysInterrupted() throws IOException {
        Thread.currentThread().interrupt();
        try {
            replace(file);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(file).hasContent("new");
    }

    @Test
    void replace_missingParent_saysSo() throws IOException {
        assertRefused(directory.resolve("none").resolve("a"), "none does not exist; create it first");
    }

    @Test
    void replace_parentIsAFile_saysSo() throws IOException {
        assertRefused(file.resolve("a"), "seen.flt is no directory; give another path");
    }

    @Test
    void replace_pathIsADirectory_saysSo() throws IOException {
        Path empty = Files.createDirectory(directory.resolve("empty"));
        assertRefused(empty, "is a directory; give the path of a file in it");
        Files.writeString(empty.resolve("a"), "a");
        assertRefused(empty, "is a directory; give the path of a file in it");
        assertThat(empty.resolve("a")).hasContent("a");
    }

    @Test
    void replace_nameTooLong_saysSo() throws IOException {
        assertRefused(directory.resolve("a".repeat(255)), "File name too long");
    }

    @Test
    void replace_symbolicLink_replacesTheLinkAndNotItsTarget() throws IOException {
        assumePosix();
        Path link = Files.createSymbolicLink(directory.resolve("link"), file);
        replace(link);
        assertThat(Files.isSymbolicLink(link)).isFalse();
        assertThat(link).hasContent("new");
        assertNothingChanged();
    }

    @Test
    void replace_readOnlyDirectory_saysSo() throws IOException {
        assumePosix();
        try {
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("r-x------"));
            assumeFalse(
                    Files.isWritable(directory),
                    "this user may write everywhere; a read-only disk is in SmallDiskTest");
            assertRefused(file, "seen.flt");
            assertRefused(directory.resolve("another"), "another");
        } finally {
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
        }
    }

    @Test
    void replace_directoryThatCannotBeEntered_saysSo() throws IOException {
        assumePosix();
        try {
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("---------"));
            assumeFalse(Files.isReadable(directory), "this user may read everywhere");
            assertThatIOException().isThrownBy(() -> replace(file)).withMessageContaining(directory.toString());
        } finally {
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
        }
        assertNothingChanged();
    }

    @Test
    void replace_fileSystemThatShowsNoOpenFile_saysSo() throws IOException {
        Path archive = directory.resolve("archive.zip");
        try (FileSystem zip = FileSystems.newFileSystem(archive, Map.of("create", "true"))) {
            assertThatIOException()
                    .isThrownBy(() -> replace(zip.getPath("/seen.flt")))
                    .withMessageContaining("write it as a stream");
            assertThat(Disk.real().list(zip.getPath("/"))).isEmpty();
        }
    }

    private static void assumePosix() {
        assumeTrue(
                FileSystems.getDefault().supportedFileAttributeViews().contains("posix"),
                "this file system knows no permissions of owners");
    }
}
