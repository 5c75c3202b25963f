package dev.bloomery.cli.lines;

import dev.bloomery.file.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
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
     * Reads everything, in a thread of its own that is ahead of the action.
     *
     * @param hash of keys; safe for threads
     * @param progress hears the bytes read
     * @return how many lines there were
     */
    public long forEachBatch(ToLongFunction<ByteBuffer> hash, Progress progress, Action action) throws IOException {
        long total = inputs.totalBytes();
        long count = 0;
        try (BatchesAhead batches = new BatchesAhead(inputs, options, hash)) {
            for (Optional<KeyBatch> next = batches.take(); next.isPresent(); next = batches.take()) {
                KeyBatch keys = next.get();
                action.accept(keys);
                count += keys.count();
                progress.report(keys.bytesRead(), total);
                batches.giveBack(keys);
            }
        }
        return count;
    }
}
