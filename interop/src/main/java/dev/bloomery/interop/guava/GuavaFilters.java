package dev.bloomery.interop.guava;

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
 * Reads and makes filters of Guava, without Guava.
 *
 * <pre>{@code
 * GuavaFilter<String> seen = GuavaFilters.read(file, GuavaKeys.strings(UTF_8));
 * seen.mightContain(url);
 * seen.add(url);
 * seen.writeTo(out);
 * }</pre>
 *
 * <p>The keys must be encoded as the funnel of the writer did it: {@link GuavaKeys} has those of Guava,
 * {@link GuavaFunnels} takes your own. A file of Guava does not say which funnel it was written with; with
 * another one, keys are missed in silence.
 */
public final class GuavaFilters {
    private static final String NAME = "filter of Guava";

    private GuavaFilters() {}

    /**
     * Reads what {@code BloomFilter.writeTo} wrote, from a stream that may go on after it.
     *
     * @param in at the first byte of the filter; is read to its last one, and not closed
     * @param keys the keys, as the funnel of the writer wrote them
     * @param <K> the type of the keys
     * @return the filter
     * @throws ForeignFilterException if the bytes are no such filter
     * @throws IOException if {@code in} throws
     */
    public static <K> GuavaFilter<K> read(InputStream in, KeyEncoder<K> keys) throws IOException {
        requireOneWidth(keys);
        return ForeignInput.next(in, NAME, input -> parse(input, keys));
    }

    /**
     * Reads the bytes that {@code BloomFilter.writeTo} wrote, and nothing beside them.
     *
     * @param bytes the bytes
     * @param keys the keys, as the funnel of the writer wrote them
     * @param <K> the type of the keys
     * @return the filter
     * @throws ForeignFilterException if the bytes are no such filter
     * @throws IOException never for another reason
     */
    public static <K> GuavaFilter<K> read(byte[] bytes, KeyEncoder<K> keys) throws IOException {
        requireOneWidth(keys);
        return ForeignInput.whole(bytes, NAME, input -> parse(input, keys));
    }

    /**
     * Reads a file that {@code BloomFilter.writeTo} wrote.
     *
     * @param file the file
     * @param keys the keys, as the funnel of the writer wrote them
     * @param <K> the type of the keys
     * @return the filter
     * @throws ForeignFilterException if the bytes are no such filter
     * @throws IOException if the file cannot be read
     */
    public static <K> GuavaFilter<K> read(Path file, KeyEncoder<K> keys) throws IOException {
        requireOneWidth(keys);
        return ForeignInput.whole(file, NAME, input -> parse(input, keys));
    }

    /**
     * An empty filter, the same as Guava makes for these numbers.
     *
     * @param keys the keys
     * @param expectedInsertions distinct keys, 1 or more
     * @param fpp the FPP at so many keys
     * @param <K> the type of the keys
     * @return the filter
     * @throws IllegalArgumentException if a number is out of range, or Guava can have no such filter
     */
    public static <K> GuavaFilter<K> create(KeyEncoder<K> keys, long expectedInsertions, double fpp) {
        requireOneWidth(keys);
        if (expectedInsertions < 1) {
            throw new IllegalArgumentException("expectedInsertions is " + expectedInsertions + "; use 1 or more");
        }
        if (!(fpp > 0 && fpp < 1)) {
            throw new IllegalArgumentException("fpp is " + fpp + "; use a probability between 0 and 1");
        }
        double ln2 = Math.log(2);
        double bits = -expectedInsertions * Math.log(fpp) / (ln2 * ln2);
        long words = Math.max(1, (long) Math.ceil(Math.floor(bits) / Long.SIZE));
        long probes = Math.max(1, Math.round(-Math.log(fpp) / ln2));
        if (words > Integer.MAX_VALUE - 8 || probes > GuavaFilter.MOST_PROBES) {
            throw new IllegalArgumentException(expectedInsertions + " keys at FPP " + fpp + " take " + words
                    + " words and " + probes + " probes; a filter of Guava has at most " + (Integer.MAX_VALUE - 8)
                    + " and " + GuavaFilter.MOST_PROBES);
        }
        return new GuavaFilter<>(keys, GuavaStrategy.MITZ_64, (int) probes, new BitWords(new long[(int) words]));
    }

    private static void requireOneWidth(KeyEncoder<?> keys) {
        if (Objects.requireNonNull(keys, "keys") == (Object) KeyEncoder.int32()) {
            throw new IllegalArgumentException(
                    "KeyEncoder.int32() writes eight bytes, and Guava's funnel of integers four: use GuavaKeys.integers()");
        }
    }

    private static <K> GuavaFilter<K> parse(ForeignInput in, KeyEncoder<K> keys) throws IOException {
        int strategy = in.u8();
        if (strategy > GuavaStrategy.MITZ_64.number()) {
            throw in.unsupported("its strategy is " + strategy + "; 0 and 1 can be read");
        }
        int probes = in.u8();
        int words = in.i32(ByteOrder.BIG_ENDIAN);
        if (probes == 0 || words < 1) {
            throw in.damaged("it says that it has " + probes + " probes and " + words + " words");
        }
        BitWords bits = new BitWords(in.longs((long) words * Long.BYTES, ByteOrder.BIG_ENDIAN));
        GuavaStrategy known =
                strategy == GuavaStrategy.MITZ_32.number() ? GuavaStrategy.MITZ_32 : GuavaStrategy.MITZ_64;
        return new GuavaFilter<>(keys, known, probes, bits);
    }
}
