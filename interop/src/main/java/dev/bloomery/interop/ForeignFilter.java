package dev.bloomery.interop;

import dev.bloomery.MembershipFilter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Objects;

/**
 * A Bloom filter of another system. It gives the answers of that system, takes keys as that system would, and
 * is written back bit for bit.
 *
 * <p>It is no {@link dev.bloomery.HashedFilter}: where a key goes is the matter of that system's hash, and
 * some of them want more than 64 bits. So it is asked by keys.
 *
 * <p>Any number of threads may add and query at the same time, without losing a key.
 *
 * @param <K> the type of the keys
 */
public interface ForeignFilter<K> extends MembershipFilter<K> {

    /**
     * Adds a key. From the return on, {@link #mightContain} is true for it.
     *
     * @param key the key
     * @return true: the key was certainly not added before this call began; false: it tested <i>maybe</i>
     *     before
     */
    boolean add(K key);

    /**
     * Adds all keys. If a key is refused, because it is null, those before it were added.
     *
     * @param keys the keys
     * @return how many of the adds returned true
     */
    default long addAll(Iterable<? extends K> keys) {
        Objects.requireNonNull(keys, "keys");
        long added = 0;
        for (K key : keys) {
            added += add(key) ? 1 : 0;
        }
        return added;
    }

    /**
     * The FPP computed from all the bits as they are. Reads all bits.
     *
     * @return a probability from 0 to 1
     */
    double currentFpp();

    @Override
    ForeignInfo info();

    /**
     * Writes the filter as the other system does. What was added before the call began is in it.
     *
     * @param out gets the bytes; is neither flushed nor closed
     * @throws IOException if {@code out} throws
     */
    void writeTo(OutputStream out) throws IOException;

    /**
     * The bytes that {@link #writeTo} writes.
     *
     * @return a new array
     * @throws OutOfMemoryError if they are more than fit into an array
     */
    default byte[] toBytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            writeTo(bytes);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }
}
