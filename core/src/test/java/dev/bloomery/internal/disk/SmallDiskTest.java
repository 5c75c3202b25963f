package dev.bloomery.internal.disk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replacements on a real disk that is full, or read-only also for the superuser. */
class SmallDiskTest {
    private static final int PAGE = 4_096;
    private static final byte[] NEW = new byte[64 * PAGE];

    @TempDir
    Path directory;

    private static void replace(Path file, byte[] content) throws IOException {
        AtomicFile.replace(Disk.real(), file, out -> out.write(content));
    }

    @Test
    void replace_diskFullAtAnyPage_throwsAndLeavesTheOldFileAlone() throws IOException {
        try (SmallDisk disk = SmallDisk.at(directory, 1_024)) {
            Path file = Files.writeString(directory.resolve("seen.flt"), "old");
            for (int free = 0; free < NEW.length / PAGE; free++) {
                disk.fillUpTo(free);
                assertThatIOException()
                        .as("%d pages are free", free)
                        .isThrownBy(() -> replace(file, NEW))
                        .withMessageContaining("No space left on device");
                assertThat(file).hasContent("old");
                assertThat(Disk.real().list(directory)).containsExactly("filler", "seen.flt");
            }
            disk.fillUpTo(NEW.length / PAGE);
            replace(file, NEW);
            assertThat(file).hasBinaryContent(NEW);
        }
    }

    @Test
    void append_diskFull_throwsAndKeepsWhatWasThere() throws IOException {
        try (SmallDisk disk = SmallDisk.at(directory, 1_024)) {
            Path file = directory.resolve("a");
            try (DiskFile opened = Disk.real().create(file)) {
                opened.append(ByteBuffer.wrap("old".getBytes(UTF_8)));
                disk.fillUpTo(8);
                assertThatIOException()
                        .isThrownBy(() -> opened.append(ByteBuffer.wrap(NEW)))
                        .withMessageContaining("No space left on device");
                opened.truncate(3);
                opened.append(ByteBuffer.wrap("er".getBytes(UTF_8)));
            }
            assertThat(file).hasContent("older");
        }
    }

    @Test
    void replace_readOnlyDisk_throwsAndLeavesTheOldFileAlone() throws IOException {
        try (SmallDisk disk = SmallDisk.at(directory, 1_024)) {
            Path file = Files.writeString(directory.resolve("seen.flt"), "old");
            disk.makeReadOnly();
            assertThatIOException().isThrownBy(() -> replace(file, NEW)).withMessageContaining("Read-only file system");
            assertThatIOException()
                    .isThrownBy(() -> Disk.real().openToWrite(file))
                    .withMessageContaining("Read-only file system");
            assertThat(file).hasContent("old");
            assertThat(Disk.real().list(directory)).containsExactly("seen.flt");
        }
    }
}
