package dev.bloomery.cli.lines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.file.Progress;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyInputTest {
    /** More than the batches that are read ahead. */
    private static final int LINES = 10 * LineBatch.MOST_LINES + 1;

    @TempDir
    private Path directory;

    private Path numbers(String name, int from, int to) throws IOException {
        String text = IntStream.range(from, to).mapToObj(i -> i + "\n").collect(Collectors.joining());
        return Files.writeString(directory.resolve(name), text);
    }

    /** Reads all, and puts each key, with its hash, into the list. */
    private static long read(List<String> keys, Path... files) throws IOException {
        return new KeyInput(new Inputs(List.of(files)), new LineOptions())
                .forEachBatch(key -> key.remaining(), Progress.NONE, batch -> {
                    for (int i = 0; i < batch.count(); i++) {
                        keys.add(new String(batch.key(i), StandardCharsets.US_ASCII) + "/" + batch.hash(i));
                    }
                });
    }

    private static List<String> expected(int lines) {
        return IntStream.range(0, lines)
                .mapToObj(i -> i + "/" + Integer.toString(i).length())
                .toList();
    }

    @Test
    void forEachBatch_severalFiles_hasEveryKeyInOrder() throws IOException {
        List<String> keys = new ArrayList<>();
        long count = read(keys, numbers("a", 0, LINES), numbers("empty", 0, 0), numbers("b", LINES, 2 * LINES));
        assertThat(count).isEqualTo(2 * LINES);
        assertThat(keys).isEqualTo(expected(2 * LINES));
    }

    @Test
    void forEachBatch_fileThatIsMissing_failsAfterTheLinesBefore() throws IOException {
        List<String> keys = new ArrayList<>();
        Path first = numbers("a", 0, LINES);
        assertThatThrownBy(() -> read(keys, first, directory.resolve("missing"), first))
                .isInstanceOf(FileNotFoundException.class);
        assertThat(keys).isEqualTo(expected(LINES));
    }

    @Test
    void forEachBatch_actionThatFails_isCalledNoMore() throws IOException {
        KeyInput input = new KeyInput(new Inputs(List.of(numbers("a", 0, LINES))), new LineOptions());
        int[] calls = new int[1];
        assertThatThrownBy(() -> input.forEachBatch(key -> 0, Progress.NONE, batch -> {
                    calls[0]++;
                    throw new IOException("full");
                }))
                .hasMessage("full");
        assertThat(calls[0]).isEqualTo(1);
    }
}
