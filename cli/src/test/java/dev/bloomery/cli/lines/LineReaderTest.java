package dev.bloomery.cli.lines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.support.Seeds;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class LineReaderTest {
    private static final long SEED = Seeds.orElse(20261116);

    /** Hands over a few bytes at a time, as a slow pipe does. */
    private static final class Trickle extends InputStream {
        private final ByteArrayInputStream in;
        private final Random random;

        Trickle(byte[] bytes, Random random) {
            this.in = new ByteArrayInputStream(bytes);
            this.random = random;
        }

        @Override
        public int read() {
            return in.read();
        }

        @Override
        public int read(byte[] bytes, int from, int length) {
            return in.read(bytes, from, Math.min(length, 1 + random.nextInt(20)));
        }

        @Override
        public int available() {
            return 0; // nothing is ever at hand
        }
    }

    private static List<String> lines(InputStream in, LineEnd end) throws IOException {
        LineBatch one = new LineBatch();
        return lines(in, end, () -> one);
    }

    /** Batches that take turns, as they do between two threads. */
    private static List<String> linesInTurns(InputStream in, LineEnd end) throws IOException {
        Deque<LineBatch> turns = new ArrayDeque<>(List.of(new LineBatch(), new LineBatch(), new LineBatch()));
        return lines(in, end, () -> {
            turns.addLast(turns.removeFirst());
            return turns.getLast();
        });
    }

    private static List<String> lines(InputStream in, LineEnd end, Supplier<LineBatch> batches) throws IOException {
        List<String> lines = new ArrayList<>();
        try (LineReader reader = new LineReader(in, end)) {
            for (LineBatch batch = batches.get(); reader.read(batch); batch = batches.get()) {
                for (int i = 0; i < batch.count(); i++) {
                    lines.add(new String(
                            batch.bytes(), batch.start(i), batch.end(i) - batch.start(i), StandardCharsets.ISO_8859_1));
                }
            }
        }
        return lines;
    }

    private static List<String> lines(String text, LineEnd end) throws IOException {
        return lines(new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1)), end);
    }

    /** The plain way: byte by byte. */
    private static List<String> plainly(byte[] bytes, LineEnd end) {
        List<String> lines = new ArrayList<>();
        int start = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == end.lastByte()) {
                int to = end == LineEnd.LF && i > start && bytes[i - 1] == '\r' ? i - 1 : i;
                lines.add(new String(bytes, start, to - start, StandardCharsets.ISO_8859_1));
                start = i + 1;
            }
        }
        if (start < bytes.length) {
            lines.add(new String(bytes, start, bytes.length - start, StandardCharsets.ISO_8859_1));
        }
        return lines;
    }

    @Test
    void read_endsOfAllSorts_areNoPartOfTheLine() throws IOException {
        assertThat(lines("a\nb\r\n\n\r\nc", LineEnd.LF)).containsExactly("a", "b", "", "", "c");
        assertThat(lines("a\rb\n", LineEnd.LF)).containsExactly("a\rb");
        assertThat(lines("a\nb\0c\r\0", LineEnd.NUL)).containsExactly("a\nb", "c\r");
    }

    @Test
    void read_nothing_hasNoLine() throws IOException {
        assertThat(lines("", LineEnd.LF)).isEmpty();
        assertThat(lines("\n", LineEnd.LF)).containsExactly("");
    }

    @Test
    void isEnded_lastLineWithoutEnd_isFalse() throws IOException {
        try (LineReader reader = new LineReader(new ByteArrayInputStream(new byte[] {'a', '\n', 'b'}), LineEnd.LF)) {
            LineBatch batch = new LineBatch();
            assertThat(reader.read(batch)).isTrue();
            assertThat(batch.isEnded(0)).isTrue();
            assertThat(reader.read(batch)).isTrue();
            assertThat(batch.isEnded(0)).isFalse();
            assertThat(reader.read(batch)).isFalse();
        }
    }

    @Test
    void read_randomBytesInRandomPieces_splitsAsThePlainWay() throws IOException {
        Random random = new Random(SEED);
        byte[] alphabet = {'\n', '\r', 0, 'x', (byte) 0x80, (byte) 0x8A, (byte) 0xFF, 0x0B, 0x09, 'y'};
        for (int trial = 0; trial < 300; trial++) {
            byte[] bytes = new byte[random.nextInt(3000)];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = alphabet[random.nextInt(alphabet.length)];
            }
            for (LineEnd end : LineEnd.values()) {
                assertThat(lines(new Trickle(bytes, random), end))
                        .as("seed %d, trial %d", SEED, trial)
                        .isEqualTo(plainly(bytes, end));
                assertThat(lines(new ByteArrayInputStream(bytes), end)).isEqualTo(plainly(bytes, end));
                assertThat(linesInTurns(new Trickle(bytes, random), end))
                        .as("seed %d, trial %d", SEED, trial)
                        .isEqualTo(plainly(bytes, end));
            }
        }
    }

    @Test
    void read_moreLinesThanABatch_losesNone() throws IOException {
        List<String> expected = IntStream.range(0, 3 * LineBatch.MOST_LINES + 7)
                .mapToObj(Integer::toString)
                .toList();
        byte[] bytes = (String.join("\n", expected) + "\n").getBytes(StandardCharsets.ISO_8859_1);
        assertThat(lines(new ByteArrayInputStream(bytes), LineEnd.LF)).isEqualTo(expected);
        assertThat(linesInTurns(new ByteArrayInputStream(bytes), LineEnd.LF)).isEqualTo(expected);
    }

    @Test
    void read_lineLargerThanTheBuffer_isWhole() throws IOException {
        char[] large = new char[5_000_000];
        Arrays.fill(large, 'z');
        String line = new String(large);
        String text = "a\n" + line + "\nb\n" + line + "\nc\nd\n";
        assertThat(lines(text, LineEnd.LF)).containsExactly("a", line, "b", line, "c", "d");
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        assertThat(linesInTurns(new ByteArrayInputStream(bytes), LineEnd.LF))
                .containsExactly("a", line, "b", line, "c", "d");
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.ISO_8859_1));
        }
        return bytes.toByteArray();
    }

    @Test
    void unpacked_severalGzipMembersThroughASlowPipe_readsAllOfThem() throws IOException {
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        both.write(gzip("a\nb\n"));
        both.write(gzip("c\n"));
        InputStream slow = new Trickle(both.toByteArray(), new Random(SEED));
        assertThat(lines(Inputs.unpacked(slow), LineEnd.LF)).containsExactly("a", "b", "c");
    }

    @Test
    void unpacked_gzipCutShort_fails() throws IOException {
        byte[] whole = gzip("line\n".repeat(1000));
        InputStream cut = Inputs.unpacked(new ByteArrayInputStream(whole, 0, whole.length - 12));
        assertThatThrownBy(() -> lines(cut, LineEnd.LF)).isInstanceOf(EOFException.class);
    }

    @Test
    void unpacked_oneByte_isNoGzip() throws IOException {
        assertThat(lines(Inputs.unpacked(new ByteArrayInputStream(new byte[] {0x1F})), LineEnd.LF))
                .hasSize(1);
    }
}
