package dev.bloomery.interop.spark;

import dev.bloomery.interop.ForeignFilterException;
import dev.bloomery.interop.internal.bits.BitWords;
import dev.bloomery.interop.internal.bytes.ForeignInput;
import dev.bloomery.key.KeyEncoder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Objects;

/**
 * Reads and makes filters of Spark, without Spark.
 *
 * <pre>{@code
 * SparkFilter<Long> customers = SparkFilters.read(file, SparkKeys.longs());
 * customers.mightContain(4711L);
 * }</pre>
 */
public final class SparkFilters {
    private static final String NAME = "filter of Spark";

    /** Spark makes some 70 for an FPP of 1e-21; a filter for far fewer keys than its bits has more. */
    private static final int MOST_PROBES = 1 << 16;

    private SparkFilters() {}

    /**
     * Reads what {@code BloomFilter.writeTo} wrote, from a stream that may go on after it.
     *
     * @param in at the first byte of the filter; is read to its last one, and not closed
     * @param keys the keys: {@link SparkKeys}, or your own
     * @param <K> the type of the keys
     * @return the filter
     * @throws ForeignFilterException if the bytes are no such filter
     * @throws IOException if {@code in} throws
     */
    public static <K> SparkFilter<K> read(InputStream in, KeyEncoder<K> keys) throws IOException {
        Objects.requireNonNull(keys, "keys");
        return ForeignInput.next(in, NAME, input -> parse(input, keys));
    }

    /**
     * Reads the bytes that {@code BloomFilter.writeTo} wrote, and nothing beside them.
     *
     * @param bytes the bytes
     * @param keys the keys
     * @param <K> the type of the keys
     * @return the filter
     * @throws ForeignFilterException if the bytes are no such filter
     * @throws IOException never for another reason
     */
    public static <K> SparkFilter<K> read(byte[] bytes, KeyEncoder<K> keys) throws IOException {
        Objects.requireNonNull(keys, "keys");
        return ForeignInput.whole(bytes, NAME, input -> parse(input, keys));
    }

    /**
     * Reads a file that {@code BloomFilter.writeTo} wrote.
     *
     * @param file the file
     * @param keys the keys
     * @param <K> the type of the keys
     * @return the filter
     * @throws ForeignFilterException if the bytes are no such filter
     * @throws IOException if the file cannot be read
     */
    public static <K> SparkFilter<K> read(Path file, KeyEncoder<K> keys) throws IOException {
        Objects.requireNonNull(keys, "keys");
        return ForeignInput.whole(file, NAME, input -> parse(input, keys));
    }

    /**
     * An empty filter, the same as Spark makes for these numbers; one of {@link SparkVersion#V2} has seed 0,
     * as Spark's has.
     *
     * @param version V2 unless Spark before 4.1 is to read it
     * @param keys the keys
     * @param expectedInsertions distinct keys, 1 or more
     * @param fpp the FPP at so many keys
     * @param <K> the type of the keys
     * @return the filter
     * @throws IllegalArgumentException if a number is out of range, or Spark can have no such filter
     */
    public static <K> SparkFilter<K> create(
            SparkVersion version, KeyEncoder<K> keys, long expectedInsertions, double fpp) {
        Objects.requireNonNull(version, "version");
        if (expectedInsertions < 1) {
            throw new IllegalArgumentException("expectedInsertions is " + expectedInsertions + "; use 1 or more");
        }
        if (!(fpp > 0 && fpp < 1)) {
            throw new IllegalArgumentException("fpp is " + fpp + "; use a probability between 0 and 1");
        }
        double ln2 = Math.log(2);
        long bits = (long) (-expectedInsertions * Math.log(fpp) / (ln2 * ln2));
        double words = Math.ceil(bits / 64.0);
        if (bits < 1 || words > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException(expectedInsertions + " keys at FPP " + fpp + " take " + bits
                    + " bits; a filter of Spark has from 1 to " + 64L * (Integer.MAX_VALUE - 8));
        }
        int probes = Math.max(1, (int) Math.round((double) bits / expectedInsertions * ln2));
        return new SparkFilter<>(keys, version, probes, 0, new BitWords(new long[(int) words]));
    }

    private static <K> SparkFilter<K> parse(ForeignInput in, KeyEncoder<K> keys) throws IOException {
        int version = in.i32(ByteOrder.BIG_ENDIAN);
        if (version < SparkVersion.V1.number() || version > SparkVersion.V2.number()) {
            throw in.unsupported("its version is " + version + "; 1 and 2 can be read");
        }
        int probes = in.i32(ByteOrder.BIG_ENDIAN);
        int seed = version == 1 ? 0 : in.i32(ByteOrder.BIG_ENDIAN);
        int words = in.i32(ByteOrder.BIG_ENDIAN);
        if (probes < 1 || probes > MOST_PROBES || words < 1) {
            throw in.damaged("it says that it has " + probes + " probes and " + words + " words");
        }
        BitWords bits = new BitWords(in.longs((long) words * Long.BYTES, ByteOrder.BIG_ENDIAN));
        return new SparkFilter<>(
                keys, version == SparkVersion.V1.number() ? SparkVersion.V1 : SparkVersion.V2, probes, seed, bits);
    }
}
