package dev.bloomery.examples.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.support.Seeds;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackupTest {
    @TempDir
    private Path directory;

    @Test
    void run_threeTimes_storesOnlyWhatIsNew() throws IOException {
        Path source = source();
        BackUpTwice.Result result =
                BackUpTwice.run(source, directory, 0.01, new PrintStream(OutputStream.nullOutputStream()));
        assertThat(result.first().newChunks()).isGreaterThan(50);
        assertThat(result.first().newChunks())
                .as("b is a copy of a")
                .isLessThan(result.first().chunks() * 2 / 3);
        assertThat(result.again().newChunks()).isZero();
        assertThat(result.again().files()).isEqualTo(result.first().files());
        assertThat(result.edited().newChunks()).as("around ten new bytes").isBetween(1L, 5L);
    }

    @Test
    void restore_damagedChunk_isRefused() throws IOException {
        Path chunks = Files.createDirectory(directory.resolve("chunks"));
        try (Backup backup = new Backup(chunks, 1_000, 0.01)) {
            Backup.Saved saved = backup.save(source());
            Path chunk = Backup.filesIn(chunks).get(0);
            byte[] bytes = Files.readAllBytes(chunk);
            bytes[bytes.length / 2] ^= 1;
            Files.write(chunk, bytes);
            Path restored = Files.createDirectory(directory.resolve("restored"));
            assertThatThrownBy(() -> backup.restore(saved, restored))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("is damaged");
        }
    }

    @Test
    void end_anyBytes_cutsAllOfThemWithinLimits() {
        for (int length : new int[] {0, 1, 2_048, 2_049, 500_000}) {
            byte[] zeros = new byte[length];
            int chunks = 0;
            for (int from = 0; from < length; chunks++) {
                int end = Chunker.end(zeros, from);
                assertThat(end - from).isBetween(1, 64 << 10);
                from = end;
            }
            assertThat(chunks).isEqualTo((length + (64 << 10) - 1) / (64 << 10));
        }
    }

    private Path source() throws IOException {
        Path source = Files.createDirectory(directory.resolve("source"));
        byte[] bytes = new byte[1_000_000];
        new Random(Seeds.orElse(5)).nextBytes(bytes);
        Files.write(source.resolve("a"), bytes);
        Files.write(source.resolve("b"), bytes);
        Files.createDirectory(source.resolve("sub"));
        Files.writeString(source.resolve("sub").resolve("c"), "short");
        Files.createFile(source.resolve("sub").resolve("empty"));
        return source;
    }
}
