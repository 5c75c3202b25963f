package dev.bloomery.interop.redis;

import dev.bloomery.interop.DamagedForeignFilterException;
import dev.bloomery.interop.ForeignFilterException;
import dev.bloomery.interop.internal.bits.BitWords;
import dev.bloomery.interop.internal.bytes.ForeignInput;
import dev.bloomery.key.KeyEncoder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/**
 * Reads and makes filters of RedisBloom, without a server.
 *
 * <p>Keys are the bytes that a client sends: for texts {@link KeyEncoder#utf8}, for numbers their digits as a
 * text.
 */
public final class RedisBloomFilters {
    private static final String NAME = "dump of RedisBloom";

    /**
     * With a growth of 1 and an error that is halved each time, the bits of a key would pass all bounds long
     * before.
     */
    private static final int MOST_LINKS = 1 << 12;

    private RedisBloomFilters() {}

    /**
     * Reads chunks in the order in which {@code BF.SCANDUMP} gave them.
     *
     * @param chunks all of them; the last answer, with iterator 0 and no bytes, may be among them or not
     * @param keys the keys, as the clients of the server sent them
     * @param <K> the type of the keys
     * @return the filter
     * @throws ForeignFilterException if they are no filter, out of order or incomplete
     * @throws IOException never for another reason
     */
    public static <K> RedisBloomFilter<K> read(Iterable<BloomChunk> chunks, KeyEncoder<K> keys) throws IOException {
        Objects.requireNonNull(keys, "keys");
        long length = 0;
        long iterator = 1;
        List<InputStream> parts = new ArrayList<>();
        for (BloomChunk chunk : chunks) {
            byte[] data = chunk.data();
            if (chunk.iterator() == 0 && data.length == 0) {
                break;
            }
            iterator += parts.isEmpty() ? 0 : data.length;
            if (chunk.iterator() != iterator) {
                throw wrongOrder(parts.size(), chunk.iterator(), iterator);
            }
            length += data.length;
            parts.add(new ByteArrayInputStream(data));
        }
        InputStream joined = new SequenceInputStream(Collections.enumeration(parts));
        return ForeignInput.atMost(joined, length, NAME, in -> {
            RedisBloomFilter<K> filter = parse(in, keys);
            in.requireEnd();
            return filter;
        });
    }

    private static ForeignFilterException wrongOrder(int chunk, long given, long expected) {
        return new DamagedForeignFilterException(NAME + ": chunk " + chunk + " has the iterator "
                + given + ", and after those before it " + expected
                + " is expected; give all chunks in the order in which they came");
    }

    /**
     * Reads the data of all chunks one after the other, as {@link RedisBloomFilter#writeTo} writes it, from a
     * stream that may go on.
     *
     * @param in at the first byte of the header; is read to the last one of the bits, and not closed
     * @param keys the keys
     * @param <K> the type of the keys
     * @return the filter
     * @throws ForeignFilterException if the bytes are no such filter
     * @throws IOException if {@code in} throws
     */
    public static <K> RedisBloomFilter<K> read(InputStream in, KeyEncoder<K> keys) throws IOException {
        Objects.requireNonNull(keys, "keys");
        return ForeignInput.next(in, NAME, input -> parse(input, keys));
    }

    /**
     * Reads the data of all chunks one after the other, and nothing beside it.
     *
     * @param bytes the bytes
     * @param keys the keys
     * @param <K> the type of the keys
     * @return the filter
     * @throws ForeignFilterException if the bytes are no such filter
     * @throws IOException never for another reason
     */
    public static <K> RedisBloomFilter<K> read(byte[] bytes, KeyEncoder<K> keys) throws IOException {
        Objects.requireNonNull(keys, "keys");
        return ForeignInput.whole(bytes, NAME, input -> parse(input, keys));
    }

    /**
     * Reads a file of the data of all chunks one after the other.
     *
     * @param file the file
     * @param keys the keys
     * @param <K> the type of the keys
     * @return the filter
     * @throws ForeignFilterException if the bytes are no such filter
     * @throws IOException if the file cannot be read
     */
    public static <K> RedisBloomFilter<K> read(Path file, KeyEncoder<K> keys) throws IOException {
        Objects.requireNonNull(keys, "keys");
        return ForeignInput.whole(file, NAME, input -> parse(input, keys));
    }

    /**
     * An empty filter like that of {@code BF.RESERVE key fpp capacity EXPANSION expansion}.
     *
     * @param keys the keys
     * @param capacity keys of its first link, 1 or more
     * @param fpp the FPP for all links together
     * @param expansion by how much each link is larger than the one before; 2 is what the server takes if
     *     nothing is said
     * @param <K> the type of the keys
     * @return the filter
     * @throws IllegalArgumentException if a number is out of range
     */
    public static <K> RedisBloomFilter<K> reserve(KeyEncoder<K> keys, long capacity, double fpp, int expansion) {
        if (expansion < 1) {
            throw new IllegalArgumentException("expansion is " + expansion + "; use 1 or more");
        }
        check(capacity, fpp);
        int options = RedisBloomFilter.OPTION_NO_ROUND | RedisBloomFilter.OPTION_64_BITS;
        BloomLink first = BloomLink.of(capacity, fpp * RedisBloomFilter.TIGHTENING);
        return new RedisBloomFilter<>(keys, options, expansion, List.of(first));
    }

    /**
     * An empty filter like that of {@code BF.RESERVE key fpp capacity NONSCALING}, which refuses keys when it
     * is full.
     *
     * @param keys the keys
     * @param capacity keys that it takes, 1 or more
     * @param fpp the FPP at so many
     * @param <K> the type of the keys
     * @return the filter
     * @throws IllegalArgumentException if a number is out of range
     */
    public static <K> RedisBloomFilter<K> reserveFixed(KeyEncoder<K> keys, long capacity, double fpp) {
        check(capacity, fpp);
        int options =
                RedisBloomFilter.OPTION_NO_ROUND | RedisBloomFilter.OPTION_64_BITS | RedisBloomFilter.OPTION_FIXED;
        return new RedisBloomFilter<>(keys, options, 0, List.of(BloomLink.of(capacity, fpp)));
    }

    private static void check(long capacity, double fpp) {
        if (capacity < 1 || !(fpp > 0 && fpp < 1)) {
            throw new IllegalArgumentException("capacity is " + capacity + " and fpp " + fpp
                    + "; use 1 or more, and a probability between 0 and 1");
        }
    }

    private static <K> RedisBloomFilter<K> parse(ForeignInput in, KeyEncoder<K> keys) throws IOException {
        long size = in.i64(ByteOrder.LITTLE_ENDIAN);
        int count = in.i32(ByteOrder.LITTLE_ENDIAN);
        int options = in.i32(ByteOrder.LITTLE_ENDIAN);
        int growth = in.i32(ByteOrder.LITTLE_ENDIAN);
        if (size < 0 || count < 1 || count > MOST_LINKS || growth < 0) {
            throw in.damaged("it says that it has " + size + " keys, " + count + " filters and expansion " + growth);
        }
        if ((options & RedisBloomFilter.OPTION_64_BITS) == 0) {
            throw in.unsupported(
                    "it was made with hashes of 32 bits (options " + options
                            + "), which servers have not made for years; load it into a server and add its keys to a new filter");
        }
        in.requireLeft((long) count * LinkHeader.BYTES);
        List<LinkHeader> headers = new ArrayList<>();
        long keysInAll = 0;
        for (int i = 0; i < count; i++) {
            LinkHeader header = LinkHeader.read(in);
            headers.add(header);
            keysInAll += header.size();
        }
        if (keysInAll != size) {
            throw in.damaged("it says that it has " + size + " keys, and its filters have " + keysInAll);
        }
        List<BloomLink> links = new ArrayList<>();
        for (LinkHeader header : headers) {
            links.add(new BloomLink(header, new BitWords(in.longs(header.bytes(), ByteOrder.LITTLE_ENDIAN))));
        }
        return new RedisBloomFilter<>(keys, options, growth, links);
    }
}
