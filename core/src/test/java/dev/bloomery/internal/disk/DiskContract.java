package dev.bloomery.internal.disk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.support.Seeds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NonWritableChannelException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What every {@link Disk} does: the real one, and those that tests put in its place. */
abstract class DiskContract {

    abstract Disk disk();

    /** An empty directory on the disk. */
    abstract Path directory();

    Path file(String name) {
        return directory().resolve(name);
    }

    void write(String name, String content) throws IOException {
        try (DiskFile file = disk().create(file(name))) {
            file.append(bytes(content));
        }
    }

    String read(String name) throws IOException {
        try (DiskFile file = disk().openToRead(file(name))) {
            return read(file);
        }
    }

    static String read(DiskFile file) throws IOException {
        return new String(new DiskInput(file, 0).readAllBytes(), UTF_8);
    }

    static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(UTF_8));
    }

    @Test
    void create_newName_isAnEmptyFile() throws IOException {
        try (DiskFile file = disk().create(file("a"))) {
            assertThat(file.size()).isZero();
            assertThat(file.read(ByteBuffer.allocate(1), 0)).isEqualTo(-1);
        }
        assertThat(disk().exists(file("a"))).isTrue();
        assertThat(disk().isDirectory(file("a"))).isFalse();
    }

    @Test
    void write_anyPosition_isWrittenOverAndBeyondTheEndZerosLieBetween() throws IOException {
        try (DiskFile file = disk().create(file("a"))) {
            file.append(bytes("0123456789"));
            file.write(bytes("abc"), 2);
            file.write(bytes("xyz"), 9);
            assertThat(read(file)).isEqualTo("01abc5678xyz");
            file.write(bytes("end"), 14);
            assertThat(read(file)).isEqualTo("01abc5678xyz\0\0end");
            file.append(bytes("."));
            assertThat(file.size()).isEqualTo(18);
        }
        assertThat(read("a")).isEqualTo("01abc5678xyz\0\0end.");
    }

    @Test
    void create_nameOfAFile_isRefusedAndLeavesIt() throws IOException {
        write("a", "old");
        assertThatThrownBy(() -> disk().create(file("a"))).isInstanceOf(FileAlreadyExistsException.class);
        assertThat(read("a")).isEqualTo("old");
    }

    @Test
    void create_nameOfADirectory_isRefused() throws IOException {
        disk().createDirectory(file("d"));
        assertThatThrownBy(() -> disk().create(file("d"))).isInstanceOf(FileAlreadyExistsException.class);
    }

    @Test
    void create_missingParent_namesTheFile() {
        assertThatThrownBy(() -> disk().create(file("none").resolve("a")))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining("none");
    }

    @Test
    void create_parentIsAFile_isRefused() throws IOException {
        write("a", "old");
        assertThatIOException()
                .isThrownBy(() -> disk().create(file("a").resolve("b")))
                .withMessageContaining("a");
        assertThat(read("a")).isEqualTo("old");
    }

    @Test
    void append_severalTimes_followsTheEnd() throws IOException {
        write("a", "one ");
        try (DiskFile file = disk().openToWrite(file("a"))) {
            file.append(bytes("two "));
            file.append(bytes(""));
            file.append(bytes("three"));
            assertThat(file.size()).isEqualTo(13);
            assertThat(read(file)).isEqualTo("one two three");
        }
        assertThat(read("a")).isEqualTo("one two three");
    }

    @Test
    void append_partOfABuffer_takesWhatRemains() throws IOException {
        ByteBuffer some = bytes("abcdef").position(2).limit(4);
        try (DiskFile file = disk().create(file("a"))) {
            file.append(some);
            file.append(ByteBuffer.allocateDirect(4).putInt(0x30313233).flip());
            file.append(bytes("xyz").asReadOnlyBuffer());
        }
        assertThat(some.hasRemaining()).isFalse();
        assertThat(read("a")).isEqualTo("cd0123xyz");
    }

    @Test
    void append_largeContent_isReadBack() throws IOException {
        byte[] large = new byte[1_500_001];
        new SplittableRandom(Seeds.orElse(1)).nextBytes(large);
        try (DiskFile file = disk().create(file("a"))) {
            file.append(ByteBuffer.wrap(large, 0, 900_000));
            file.append(ByteBuffer.allocateDirect(600_001)
                    .put(large, 900_000, 600_001)
                    .flip());
            assertThat(new DiskInput(file, 0).readAllBytes()).isEqualTo(large);
            assertThat(new DiskInput(file, 1_000_000).readAllBytes())
                    .isEqualTo(Arrays.copyOfRange(large, 1_000_000, large.length));
        }
    }

    /** A pool that is shut down interrupts its threads; that must not close the files they write. */
    @Test
    void anyOperation_interruptedThread_goesOn() throws IOException {
        try (DiskFile file = disk().create(file("a"))) {
            Thread.currentThread().interrupt();
            try {
                assertThat(file.tryLock()).isTrue();
                file.append(bytes("0123"));
                file.truncate(2);
                file.sync();
                disk().syncDirectory(directory());
                assertThat(file.size()).isEqualTo(2);
                assertThat(read(file)).isEqualTo("01");
                assertThat(read("a")).isEqualTo("01");
            } finally {
                assertThat(Thread.interrupted()).isTrue();
            }
            file.append(bytes("4"));
        }
        assertThat(read("a")).isEqualTo("014");
    }

    @Test
    void append_openToRead_isRefused() throws IOException {
        write("a", "old");
        try (DiskFile file = disk().openToRead(file("a"))) {
            assertThatThrownBy(() -> file.append(bytes("new"))).isInstanceOf(NonWritableChannelException.class);
            assertThatThrownBy(() -> file.truncate(0)).isInstanceOf(NonWritableChannelException.class);
        }
        assertThat(read("a")).isEqualTo("old");
    }

    @Test
    void read_anyPosition_givesWhatIsThereAndFits() throws IOException {
        write("a", "0123456789");
        try (DiskFile file = disk().openToRead(file("a"))) {
            ByteBuffer into = ByteBuffer.allocate(4);
            assertThat(file.read(into, 3)).isEqualTo(4);
            assertThat(into.array()).isEqualTo("3456".getBytes(UTF_8));
            assertThat(file.read(into.clear(), 8)).isEqualTo(2);
            assertThat(into.position()).isEqualTo(2);
            assertThat(file.read(into.clear(), 10)).isEqualTo(-1);
            assertThat(file.read(into, 1L << 40)).isEqualTo(-1);
        }
    }

    @Test
    void open_missingFile_namesIt() {
        assertThatThrownBy(() -> disk().openToRead(file("none")))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining("none");
        assertThatThrownBy(() -> disk().openToWrite(file("none")))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining("none");
        assertThat(disk().exists(file("none"))).isFalse();
    }

    @Test
    void open_directory_isRefusedAndNamesIt() throws IOException {
        disk().createDirectory(file("d"));
        assertThatIOException()
                .isThrownBy(() -> disk().openToRead(file("d")))
                .withMessageContaining("d: Is a directory");
        assertThatIOException()
                .isThrownBy(() -> disk().openToWrite(file("d")))
                .withMessageContaining("d: Is a directory");
    }

    @Test
    void truncate_thenAppend_followsTheCut() throws IOException {
        write("a", "0123456789");
        try (DiskFile file = disk().openToWrite(file("a"))) {
            file.truncate(4);
            assertThat(file.size()).isEqualTo(4);
            file.append(bytes("x"));
        }
        assertThat(read("a")).isEqualTo("0123x");
    }

    @Test
    void truncate_beyondTheEnd_changesNothing() throws IOException {
        write("a", "0123");
        try (DiskFile file = disk().openToWrite(file("a"))) {
            file.truncate(9);
            assertThat(file.size()).isEqualTo(4);
            assertThatThrownBy(() -> file.truncate(-1)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(read("a")).isEqualTo("0123");
    }

    @Test
    void sync_contentAndDirectory_succeeds() throws IOException {
        try (DiskFile file = disk().create(file("a"))) {
            file.append(bytes("new"));
            file.sync();
            file.sync();
        }
        disk().syncDirectory(directory());
        assertThatIOException().isThrownBy(() -> disk().syncDirectory(file("none")));
        assertThat(read("a")).isEqualTo("new");
    }

    @Test
    void rename_overAFile_replacesIt() throws IOException {
        write("a", "new");
        write("b", "old");
        disk().rename(file("a"), file("b"));
        assertThat(disk().list(directory())).containsExactly("b");
        assertThat(read("b")).isEqualTo("new");
    }

    @Test
    void rename_openFile_leavesItOpen() throws IOException {
        write("b", "old");
        try (DiskFile old = disk().openToRead(file("b"));
                DiskFile file = disk().create(file("a"))) {
            disk().rename(file("a"), file("b"));
            file.append(bytes("new"));
            assertThat(read(old)).isEqualTo("old");
        }
        assertThat(read("b")).isEqualTo("new");
    }

    @Test
    void rename_missingFile_isRefused() throws IOException {
        write("b", "old");
        assertThatThrownBy(() -> disk().rename(file("none"), file("b"))).isInstanceOf(NoSuchFileException.class);
        assertThat(read("b")).isEqualTo("old");
    }

    @Test
    void rename_overADirectory_isRefused() throws IOException {
        write("a", "new");
        disk().createDirectory(file("d"));
        assertThatIOException()
                .isThrownBy(() -> disk().rename(file("a"), file("d")))
                .withMessageContaining("Is a directory");
        assertThat(disk().list(directory())).containsExactly("a", "d");
    }

    @Test
    void delete_file_isGone() throws IOException {
        write("a", "old");
        disk().delete(file("a"));
        assertThat(disk().exists(file("a"))).isFalse();
        assertThatThrownBy(() -> disk().delete(file("a"))).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void delete_directoryWithFiles_isRefused() throws IOException {
        disk().createDirectory(file("d"));
        write("d/a", "old");
        assertThatThrownBy(() -> disk().delete(file("d"))).isInstanceOf(DirectoryNotEmptyException.class);
        assertThat(read("d/a")).isEqualTo("old");
    }

    @Test
    void createDirectory_newName_isEmpty() throws IOException {
        disk().createDirectory(file("d"));
        assertThat(disk().isDirectory(file("d"))).isTrue();
        assertThat(disk().exists(file("d"))).isTrue();
        assertThat(disk().list(file("d"))).isEmpty();
    }

    @Test
    void createDirectory_existingOrMissingParent_isRefused() throws IOException {
        disk().createDirectory(file("d"));
        assertThatThrownBy(() -> disk().createDirectory(file("d"))).isInstanceOf(FileAlreadyExistsException.class);
        assertThatThrownBy(() -> disk().createDirectory(file("none/d"))).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void list_directory_isInOrder() throws IOException {
        write("c", "");
        write("a", "");
        disk().createDirectory(file("b"));
        write("b/x", "");
        assertThat(disk().list(directory())).containsExactly("a", "b", "c");
    }

    @Test
    void list_fileOrNothing_isRefused() throws IOException {
        write("a", "");
        assertThatThrownBy(() -> disk().list(file("a"))).isInstanceOf(NotDirectoryException.class);
        assertThatThrownBy(() -> disk().list(file("none"))).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void tryLock_lockedFile_isFalseUntilItIsClosed() throws IOException {
        write("a", "");
        try (DiskFile second = disk().openToWrite(file("a"))) {
            try (DiskFile first = disk().openToWrite(file("a"))) {
                assertThat(first.tryLock()).isTrue();
                assertThat(first.tryLock()).isFalse();
                assertThat(second.tryLock()).isFalse();
                try (DiskFile third = disk().openToWrite(file("a"))) {
                    assertThat(third.tryLock()).isFalse();
                }
                assertThat(second.tryLock()).isFalse();
            }
            assertThat(second.tryLock()).isTrue();
        }
    }

    @Test
    void tryLock_otherFile_isTrue() throws IOException {
        try (DiskFile a = disk().create(file("a"));
                DiskFile b = disk().create(file("b"))) {
            assertThat(a.tryLock()).isTrue();
            assertThat(b.tryLock()).isTrue();
        }
    }

    /** The lock is of the file, not of its name. */
    @Test
    void tryLock_lockedFileRenamed_isFalse() throws IOException {
        try (DiskFile a = disk().create(file("a"))) {
            assertThat(a.tryLock()).isTrue();
            disk().rename(file("a"), file("b"));
            try (DiskFile b = disk().openToWrite(file("b"));
                    DiskFile another = disk().create(file("a"))) {
                assertThat(b.tryLock()).isFalse();
                assertThat(another.tryLock()).isTrue();
            }
        }
    }

    @Test
    void close_twice_isFineAndUseAfterItIsRefused() throws IOException {
        DiskFile file = disk().create(file("a"));
        file.close();
        file.close();
        assertThatThrownBy(() -> file.append(bytes("x"))).isInstanceOf(ClosedChannelException.class);
        assertThatThrownBy(() -> file.read(ByteBuffer.allocate(1), 0)).isInstanceOf(ClosedChannelException.class);
        assertThatThrownBy(file::size).isInstanceOf(ClosedChannelException.class);
        assertThatThrownBy(() -> file.truncate(0)).isInstanceOf(ClosedChannelException.class);
        assertThatThrownBy(file::sync).isInstanceOf(ClosedChannelException.class);
        assertThatThrownBy(file::tryLock).isInstanceOf(ClosedChannelException.class);
        assertThat(read("a")).isEmpty();
    }
}
