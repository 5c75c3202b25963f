package dev.bloomery;

import dev.bloomery.spec.FilterSpec;
import dev.bloomery.spec.SeededSpec;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;

/**
 * A filter that can be kept in a file, and opened again by {@link Filters#load}: {@code load(snapshot(f))} answers like {@code f}.
 *
 * <p>A snapshot may be taken while others add: what was added before it began is in it, what is added meanwhile may be. Of a counting filter a
 * key that is added or removed meanwhile may be in it in part, which does no harm to others; take it when nobody writes, or use a
 * durable filter. Of a filter for a {@code singleWriter()} that removes, take it when that does not write.
 *
 * <p>The file names the encoder of the keys, and is opened with that one only; see {@link dev.bloomery.key.KeyEncoder#named}.
 *
 * <p>Filters are not {@link java.io.Serializable}. To have one in an object that is, keep it {@code transient} and write its snapshot, as a byte array in
 * a serialization proxy; {@code VisitedLinks} in the module {@code examples} shows it:
 *
 * <pre>{@code
 * private Object writeReplace() {
 *     return new Stored(snapshotBytes(links));
 * }
 *
 * private static final class Stored implements Serializable {
 *     private final byte[] snapshot; // set by the constructor
 *
 *     private Object readResolve() throws InvalidObjectException {
 *         try {
 *             return new VisitedLinks(Filters.load(KeyEncoder.utf8()).atMost(1 << 16).from(snapshot).bloom());
 *         } catch (IOException refused) {
 *             throw new InvalidObjectException(refused.getMessage(), refused);
 *         }
 *     }
 * }
 * }</pre>
 *
 * @param <K> the type of the keys
 */
public interface Snapshotable<K> extends HashedFilter<K> {

    /**
     * The plan this filter was built from, settled.
     *
     * @return the spec, without the secret
     */
    FilterSpec spec();

    /**
     * The plan and the <b>secret</b> seed: what it takes to build a filter with the same positions.
     *
     * @return spec and seed
     */
    SeededSpec seededSpec();

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

    /**
     * Whether the other filter is of the same kind, spec and seed and has the same bits: then both answer alike for every key, now and after the same
     * further adds and removes. {@code load(snapshot(f)).hasSameContent(f)} is true. {@code equals} is that of objects, because a filter
     * changes: as an element of a set it would be lost with its next key.
     *
     * <p>Which bits are set says nothing about how: insertion counts, listeners and policies are not compared. Of a windowed filter the times of the slices
     * that it still remembers are part of it. Cuckoo filters are compared by fingerprint, wherever they lie. Fuse filters of the same keys
     * can have other bits if the keys came in another order. A mapped filter is a kind of its own, compared by the bytes of its file, counts
     * included.
     *
     * <p>Reads all bits of both. Call it when nobody changes them.
     *
     * @param other another filter, also of another kind
     * @return true if they cannot be told apart
     */
    boolean hasSameContent(Snapshotable<?> other);
}
