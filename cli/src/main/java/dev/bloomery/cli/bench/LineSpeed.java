package dev.bloomery.cli.bench;

import dev.bloomery.cli.lines.Inputs;
import dev.bloomery.cli.lines.LineBatch;
import dev.bloomery.cli.lines.LineEnd;
import dev.bloomery.cli.lines.LineReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** How fast a file is read and split into lines, with nothing done to them. */
final class LineSpeed {
    private static final int LINES = 3_000_000;

    private LineSpeed() {}

    /** In megabytes a second, the best of some rounds; the file is in the cache of the system. */
    static double measure(int rounds) throws IOException {
        Path file = Files.createTempFile("bloomery-bench", ".txt");
        try {
            try (BufferedWriter writer = Files.newBufferedWriter(file)) {
                for (int i = 0; i < LINES; i++) {
                    writer.write("https://example.com/item/" + i + "\n");
                }
            }
            double best = 0;
            for (int round = 0; round < rounds; round++) {
                best = Math.max(best, round(file));
            }
            return best;
        } finally {
            Files.delete(file);
        }
    }

    private static double round(Path file) throws IOException {
        long began = System.nanoTime();
        long lines = 0;
        long length = 0;
        try (LineReader reader = new LineReader(Inputs.open(file), LineEnd.LF)) {
            LineBatch batch = new LineBatch();
            while (reader.read(batch)) {
                for (int i = 0; i < batch.count(); i++) {
                    length += batch.end(i) - batch.start(i);
                }
                lines += batch.count();
            }
        }
        if (lines != LINES) {
            throw new IllegalStateException(lines + " lines were read instead of " + LINES);
        }
        return (length + lines) / 1e6 / ((System.nanoTime() - began) / 1e9);
    }
}
