package dev.bloomery.internal.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.bloomery.support.Seeds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Streams over files give and take the bytes in order, whatever the pieces. */
class DiskStreamsTest {
    private static final long SEED = Seeds.orElse(20_261_118);
    private static final Path DIRECTORY = Path.of("/data").toAbsolutePath();
    private static final Path FILE = DIRECTORY.resolve("a");

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final SimulatedDisk disk = SimulatedDisk.with(DIRECTORY);

    /** From a single byte to more than a buffer. */
    private byte[] piece() {
        byte[] piece = new byte[random.nextInt(1 << random.nextInt(1, 19))];
        random.nextBytes(piece);
        return piece;
    }

    @Test
    void write_randomPieces_isTheirConcatenation() throws IOException {
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        try (DiskFile file = disk.create(FILE)) {
            DiskOutput out = new DiskOutput(file);
            for (int i = 0; i < 500; i++) {
                byte[] piece = piece();
                int from = random.nextInt(piece.length + 1);
                out.write(piece, from, piece.length - from);
                out.write(i);
                expected.write(piece, from, piece.length - from);
                expected.write(i);
                if (random.nextInt(20) == 0) {
                    out.flush();
                    assertThat(file.size()).as("seed %d", SEED).isEqualTo(expected.size());
                }
            }
            out.close();
            assertThat(file.size()).as("seed %d", SEED).isEqualTo(expected.size());
        }
        assertThat(Arrays.equals(disk.content(FILE), expected.toByteArray()))
                .as("same content with seed %d", SEED)
                .isTrue();
    }

    @Test
    void write_smallPieces_appendsFewLargeOnes() throws IOException {
        try (DiskOutput out = new DiskOutput(disk.create(FILE))) {
            for (int i = 0; i < 200_000; i++) {
                out.write(i);
            }
        }
        assertThat(disk.operations()).isEqualTo(1 + 4);
        assertThat(disk.content(FILE)).hasSize(200_000);
    }

    @Test
    void read_anyPieces_givesTheContentFromThePosition() throws IOException {
        byte[] content = new byte[300_000];
        random.nextBytes(content);
        disk.put(FILE, content);
        DiskFile file = disk.openToRead(FILE);
        DiskInput in = new DiskInput(file, 1_000);
        assertThat(in.read()).isEqualTo(content[1_000] & 0xFF);
        assertThat(in.read(new byte[5], 2, 0)).isZero();
        byte[] into = new byte[10];
        assertThat(in.read(into, 3, 4)).isEqualTo(4);
        assertThat(Arrays.copyOfRange(into, 3, 7)).isEqualTo(Arrays.copyOfRange(content, 1_001, 1_005));
        assertThat(in.skip(1_000)).isEqualTo(1_000);
        assertThat(in.readAllBytes()).isEqualTo(Arrays.copyOfRange(content, 2_005, content.length));
        assertThat(in.read()).isEqualTo(-1);
        assertThat(in.read(into)).isEqualTo(-1);
        in.close();
        assertThat(file.size()).isEqualTo(300_000);
    }

    @Test
    void write_appendFails_throws() throws IOException {
        FaultyDisk faulty = new FaultyDisk(disk);
        DiskOutput out = new DiskOutput(faulty.create(FILE));
        faulty.failing(Fault.from(0));
        assertThatIOException().isThrownBy(() -> out.write(new byte[1 << 20]));
        out.write(1);
        assertThatIOException().isThrownBy(out::flush);
        DiskInput in = new DiskInput(disk.openToRead(FILE), 0);
        assertThat(in.read()).isEqualTo(-1);
    }
}
