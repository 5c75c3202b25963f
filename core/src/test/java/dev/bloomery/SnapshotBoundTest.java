package dev.bloomery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.bloomery.file.SnapshotTooLongException;
import dev.bloomery.key.KeyEncoder;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reading from those who are not trusted ends at a bound, and what is wrong with an argument is not blamed on the file. */
class SnapshotBoundTest {
    @TempDir
    Path directory;

    private static byte[] file() throws IOException {
        BloomFilter<String> filter = Filters.bloom(KeyEncoder.utf8())
                .capacity(1_000_000)
                .targetFpp(0.01)
                .build();
        filter.add("a");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        filter.snapshotTo(out);
        return out.toByteArray();
    }

    @Test
    void atMost_longerStream_isRefusedByItsHeader() throws IOException {
        byte[] file = file();
        InputStream in = new ByteArrayInputStream(file);
        assertThatExceptionOfType(SnapshotTooLongException.class)
                .isThrownBy(() -> Filters.load(KeyEncoder.utf8())
                        .atMost(file.length - 1)
                        .from(in)
                        .bloom())
                .withMessageContaining("it has " + file.length + " bytes, at most " + (file.length - 1))
                .withMessageContaining("atMost(...)");
        assertThat(file.length - in.available()).as("bytes that were read").isLessThan(1_000);
    }

    @Test
    void atMost_streamOfThatLength_isRead() throws IOException {
        byte[] file = file();
        BloomFilter<String> filter = Filters.load(KeyEncoder.utf8())
                .atMost(file.length)
                .from(new ByteArrayInputStream(file))
                .bloom();
        assertThat(filter.mightContain("a")).isTrue();
    }

    @Test
    void atMost_everyOtherWay_isRefused() throws IOException {
        byte[] bytes = file();
        Path file = directory.resolve("some.flt");
        Files.write(file, bytes);
        SnapshotLoader<String> loader = Filters.load(KeyEncoder.utf8()).atMost(1_000);
        assertThatExceptionOfType(SnapshotTooLongException.class)
                .isThrownBy(() -> loader.from(bytes).any());
        assertThatExceptionOfType(SnapshotTooLongException.class)
                .isThrownBy(() -> loader.from(file).any());
        assertThatExceptionOfType(SnapshotTooLongException.class)
                .isThrownBy(() -> loader.from(file).mapped());
        assertThatExceptionOfType(SnapshotTooLongException.class)
                .isThrownBy(() -> loader.from(new ByteArrayInputStream(bytes), bytes.length)
                        .any());
    }

    @Test
    void atMost_noLength_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Filters.load(KeyEncoder.utf8()).atMost(0))
                .withMessageContaining("bytes is 0");
    }

    /** A sound file, so that nothing but the length is wrong. */
    @Test
    void from_negativeLength_blamesTheArgument() throws IOException {
        InputStream in = new ByteArrayInputStream(file());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Filters.load(KeyEncoder.utf8()).from(in, -5))
                .withMessageContaining("length is -5");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Filters.load(KeyEncoder.utf8()).from(in, -1, "the cache"))
                .withMessageContaining("length is -1");
    }
}
