package dev.bloomery.interop.parquet;

import dev.bloomery.interop.ForeignFilterException;
import dev.bloomery.interop.internal.bytes.ForeignInput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Objects;

/**
 * Reads and makes the Bloom filters of Parquet, without the library of Parquet; {@link ParquetFile} finds
 * those in a file.
 */
public final class ParquetFilters {
    static final String NAME = "filter of Parquet";

    /** What parquet-java reads at most. */
    private static final int MOST_BYTES_MADE = 1 << 27;

    private ParquetFilters() {}

    /**
     * Reads a header and the bits after it, from a stream that may go on.
     *
     * @param in at the first byte of the header; is read to the last one of the bits, and not closed
     * @param keys the keys
     * @param <K> the type of the keys
     * @return the filter
     * @throws ForeignFilterException if the bytes are no such filter
     * @throws IOException if {@code in} throws
     */
    public static <K> SplitBlockFilter<K> read(InputStream in, ParquetKeys<K> keys) throws IOException {
        Objects.requireNonNull(keys, "keys");
        return ForeignInput.next(in, NAME, input -> parse(input, keys));
    }

    /**
     * Reads a header and the bits after it, and nothing beside them.
     *
     * @param bytes the bytes
     * @param keys the keys
     * @param <K> the type of the keys
     * @return the filter
     * @throws ForeignFilterException if the bytes are no such filter
     * @throws IOException never for another reason
     */
    public static <K> SplitBlockFilter<K> read(byte[] bytes, ParquetKeys<K> keys) throws IOException {
        Objects.requireNonNull(keys, "keys");
        return ForeignInput.whole(bytes, NAME, input -> parse(input, keys));
    }

    /**
     * Reads a file that has a header and the bits after it, and nothing else. For a file of Parquet see
     * {@link ParquetFile}.
     *
     * @param file the file
     * @param keys the keys
     * @param <K> the type of the keys
     * @return the filter
     * @throws ForeignFilterException if the bytes are no such filter
     * @throws IOException if the file cannot be read
     */
    public static <K> SplitBlockFilter<K> read(Path file, ParquetKeys<K> keys) throws IOException {
        Objects.requireNonNull(keys, "keys");
        return ForeignInput.whole(file, NAME, input -> parse(input, keys));
    }

    /**
     * An empty filter for so many keys. Its bytes are a power of two, as all readers take them.
     *
     * @param keys the keys
     * @param capacity distinct keys, 1 or more
     * @param fpp the FPP at so many keys, which is kept
     * @param <K> the type of the keys
     * @return the filter
     * @throws IllegalArgumentException if a number is out of range, or the filter would have more than
     *     128 MiB, which no reader takes
     */
    public static <K> SplitBlockFilter<K> create(ParquetKeys<K> keys, long capacity, double fpp) {
        if (capacity < 1 || !(fpp > 0 && fpp < 1)) {
            throw new IllegalArgumentException("capacity is " + capacity + " and fpp " + fpp
                    + "; use 1 or more, and a probability between 0 and 1");
        }
        long bytes = SplitBlockMath.blocks(capacity, fpp) * SplitBlockFilter.BLOCK_BYTES;
        if (bytes > MOST_BYTES_MADE) {
            throw new IllegalArgumentException(capacity + " keys at FPP " + fpp + " take " + bytes
                    + " bytes; a filter of Parquet has at most " + MOST_BYTES_MADE);
        }
        return ofBytes(keys, (int) bytes);
    }

    /**
     * An empty filter of this size.
     *
     * @param keys the keys
     * @param bytes bytes of its bits, a multiple of 32
     * @param <K> the type of the keys
     * @return the filter
     * @throws IllegalArgumentException if it is no multiple of 32
     */
    public static <K> SplitBlockFilter<K> ofBytes(ParquetKeys<K> keys, int bytes) {
        if (bytes < SplitBlockFilter.BLOCK_BYTES || bytes % SplitBlockFilter.BLOCK_BYTES != 0) {
            throw new IllegalArgumentException("bytes is " + bytes + "; use a multiple of 32");
        }
        return new SplitBlockFilter<>(keys, new int[bytes / Integer.BYTES]);
    }

    static <K> SplitBlockFilter<K> parse(ForeignInput in, ParquetKeys<K> keys) throws IOException {
        int bytes = FilterHeader.read(in);
        return new SplitBlockFilter<>(keys, in.ints(bytes, ByteOrder.LITTLE_ENDIAN));
    }
}
