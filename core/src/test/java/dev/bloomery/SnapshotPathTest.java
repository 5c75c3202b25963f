package dev.bloomery;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.bloomery.key.KeyEncoder;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Paths that cannot be meant: the message names the path and says what to do. */
class SnapshotPathTest {
    @TempDir
    Path directory;

    private FileSnapshot<String> at(Path file) {
        return Filters.load(KeyEncoder.utf8()).from(file);
    }

    @Test
    void load_missingFile_saysWhatToGive() {
        Path missing = directory.resolve("none.flt");
        assertThatExceptionOfType(NoSuchFileException.class)
                .isThrownBy(() -> at(missing).bloom())
                .withMessageContaining("none.flt: there is no such file; give the path");
        assertThatExceptionOfType(NoSuchFileException.class)
                .isThrownBy(() -> at(missing).mapped())
                .withMessageContaining("none.flt: there is no such file; give the path");
    }

    @Test
    void load_directory_saysWhatToGive() {
        assertThatExceptionOfType(FileSystemException.class)
                .isThrownBy(() -> at(directory).bloom())
                .withMessageContaining("is a directory; give a file");
        assertThatExceptionOfType(FileSystemException.class)
                .isThrownBy(() -> at(directory).mappedUnverified())
                .withMessageContaining("is a directory; give a file");
    }

    @Test
    void save_missingDirectory_saysWhatToDo() throws IOException {
        BloomFilter<String> filter =
                Filters.bloom(KeyEncoder.utf8()).capacity(100).targetFpp(0.01).build();
        assertThatExceptionOfType(NoSuchFileException.class)
                .isThrownBy(() -> filter.snapshotTo(directory.resolve("none").resolve("a.flt")))
                .withMessageContaining("does not exist; create it first");
    }
}
