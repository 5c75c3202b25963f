package dev.bloomery.cli.lines;

import dev.bloomery.snapshot.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.function.ToLongFunction;

/**
 * The keys of all lines of all inputs, in batches.
 *
 * @param inputs what is read
 * @param options how it is split, and what is a key
 */
public record KeyInput(Inputs inputs, LineOptions options) {

    /** Does something with the keys of a batch. */
    @FunctionalInterface
    public interface Action {
        void accept(KeyBatch keys) throws IOException;
    }

    /**
     * Reads everything.
     *
     * @param hash of keys
     * @param progress hears the bytes read
     * @return how many lines there were
     */
    public long forEachBatch(ToLongFunction<ByteBuffer> hash, Progress progress, Action action) throws IOException {
        KeyPart part = options.keyPart();
        long total = inputs.totalBytes();
        long bytes = 0;
        long count = 0;
        for (Path file : inputs.files()) {
            try (LineReader lines = new LineReader(Inputs.open(file), options.lineEnd())) {
                KeyBatch keys = new KeyBatch(lines, part, hash);
                while (lines.read()) {
                    keys.hash();
                    action.accept(keys);
                    count += keys.count();
                    progress.report(bytes + lines.bytesRead(), total);
                }
                bytes += lines.bytesRead();
            }
        }
        return count;
    }
}
