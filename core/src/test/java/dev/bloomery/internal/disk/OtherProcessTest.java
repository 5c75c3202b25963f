package dev.bloomery.internal.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bloomery.internal.disk.OtherProcess.Task;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Locks and temporary files of a process, as another one meets them. */
class OtherProcessTest {
    private final Disk disk = Disk.real();

    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void createFile() throws IOException {
        file = Files.writeString(directory.resolve("a"), "old");
    }

    private static String lockOfOther(Path file) throws IOException {
        try (OtherProcess other = new OtherProcess(Task.LOCK, file)) {
            return other.answer();
        }
    }

    private long files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.count();
        }
    }

    @Test
    void tryLock_heldHere_isRefusedThereUntilClosed() throws IOException {
        try (DiskFile held = disk.openToWrite(file)) {
            assertThat(held.tryLock()).isTrue();
            assertThat(lockOfOther(file)).isEqualTo("refused");
        }
        assertThat(lockOfOther(file)).isEqualTo("locked");
    }

    @Test
    void tryLock_heldThere_isRefusedHereUntilKilled() throws IOException {
        try (DiskFile here = disk.openToWrite(file)) {
            try (OtherProcess other = new OtherProcess(Task.LOCK, file)) {
                assertThat(other.answer()).isEqualTo("locked");
                assertThat(here.tryLock()).isFalse();
            }
            assertThat(here.tryLock()).isTrue();
        }
    }

    @Test
    void close_otherHandlesOfALockedFile_keepsTheLock() throws IOException {
        try (DiskFile held = disk.openToWrite(file)) {
            assertThat(held.tryLock()).isTrue();
            try (DiskFile second = disk.openToWrite(file)) {
                assertThat(second.tryLock()).isFalse();
            }
            disk.openToRead(file).close();
            assertThat(lockOfOther(file)).isEqualTo("refused");
        }
        assertThat(lockOfOther(file)).isEqualTo("locked");
    }

    /** By another class loader, say: only the JDK knows of that lock. */
    @Test
    void close_refusedHandleOfAFileLockedByOtherMeans_keepsTheLock() throws IOException {
        assumePosix();
        try (FileChannel held = FileChannel.open(file, StandardOpenOption.WRITE)) {
            assertThat(held.tryLock()).isNotNull();
            try (DiskFile second = disk.openToWrite(file)) {
                assertThat(second.tryLock()).isFalse();
            }
            assertThat(lockOfOther(file)).isEqualTo("refused");
        }
        try (DiskFile again = disk.openToWrite(file)) {
            assertThat(again.tryLock()).isTrue();
        }
        assertThat(lockOfOther(file)).isEqualTo("locked");
    }

    /** Control: channels lose it. */
    @Test
    void close_secondChannelOfALockedFile_losesTheLock() throws IOException {
        assumePosix();
        try (FileChannel held = FileChannel.open(file, StandardOpenOption.WRITE)) {
            assertThat(held.tryLock()).isNotNull();
            FileChannel.open(file, StandardOpenOption.READ).close();
            assertThat(lockOfOther(file)).isEqualTo("locked");
        }
    }

    @Test
    void replace_leftBehindByAKilledProcess_isDeleted() throws IOException {
        try (OtherProcess other = new OtherProcess(Task.BEGIN_TO_REPLACE, file)) {
            assertThat(other.answer()).isEqualTo("begun");
            assertThat(files()).isEqualTo(2);
        }
        assertThat(files()).isEqualTo(2);
        AtomicFile.replace(disk, file, out -> out.write("new".getBytes(StandardCharsets.UTF_8)));
        assertThat(files()).isEqualTo(1);
        assertThat(file).hasContent("new");
    }

    @Test
    void replace_whileAnotherProcessWrites_leavesItsTemporaryFile() throws IOException {
        try (OtherProcess other = new OtherProcess(Task.BEGIN_TO_REPLACE, file)) {
            assertThat(other.answer()).isEqualTo("begun");
            AtomicFile.replace(disk, file, out -> out.write("new".getBytes(StandardCharsets.UTF_8)));
            assertThat(files()).isEqualTo(2);
        }
    }

    @Test
    void replace_byAnotherThreadAndAnotherProcessMeanwhile_allSucceed() throws IOException {
        AtomicFile.replace(disk, file, out -> {
            out.write(new byte[100_000]);
            AtomicFile.replace(disk, file, inner -> inner.write(1));
            try (OtherProcess other = new OtherProcess(Task.REPLACE, file)) {
                assertThat(other.answer()).isEqualTo("replaced");
            }
            assertThat(file).hasContent("other");
        });
        assertThat(file).hasSize(100_000);
        assertThat(files()).isEqualTo(1);
    }

    private static void assumePosix() {
        assumeTrue(
                FileSystems.getDefault().supportedFileAttributeViews().contains("posix"),
                "locks of other systems belong to a channel");
    }
}
