package dev.bloomery;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;

/**
 * A filter that can be kept in a file, and opened again by {@link Filters#load}: {@code load(snapshot(f))} answers like {@code f}.
 *
 * <p>A snapshot may be taken while others add: what was added before it began is in it, what is added meanwhile may be. Of a counting filter a
 * key that is added or removed meanwhile may be in it in part, which does no harm to others; take it when nobody writes, or use a
 * durable filter. Of a filter for a {@code singleWriter()} that removes, take it when that does not write.
 */
public interface Snapshotable {

    /**
     * A snapshot of this filter, with choices.
     *
     * @return where to say how, and to where
     */
    SnapshotWriter snapshot();

    /**
     * Saves the filter <b>with its secret seed</b> to a file that only its owner can read, replacing the one that is there as a whole:
     * whoever opens it finds the old filter or the new one, also after a crash.
     *
     * @param file the file
     * @throws IOException if that fails; the old file is as it was
     */
    default void snapshotTo(Path file) throws IOException {
        snapshot().to(file);
    }

    /**
     * Writes the filter <b>with its secret seed</b> to a stream, which is flushed and not closed.
     *
     * @param out the stream
     * @throws IOException if that fails
     */
    default void snapshotTo(OutputStream out) throws IOException {
        snapshot().to(out);
    }
}
