package dev.bloomery.interop.parquet;

import dev.bloomery.interop.ForeignFilter;
import dev.bloomery.interop.ForeignInfo;
import dev.bloomery.interop.internal.hash.Xxh64;
import dev.bloomery.interop.internal.key.KeyBytes;
import dev.bloomery.interop.internal.key.RawEncoders;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;

/**
 * The split block Bloom filter of Parquet: blocks of eight words of 32 bits, and a key has one bit in each
 * word of one block. Arrow, DuckDB, Impala, Velox and others have the same. {@link ParquetFilters} reads and
 * makes it.
 *
 * <p>A query reads one cache line and shares nothing but the bits, so that any number of threads may ask.
 *
 * @param <K> the type of the keys
 */
public final class SplitBlockFilter<K> implements ForeignFilter<K> {
    static final int BLOCK_BYTES = 32;

    private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(int[].class);
    private static final int WORDS_IN_BLOCK = 8;
    private static final int WRITTEN_AT_ONCE = 1 << 13;

    // odd numbers of the specification; the upper five bits of a product with the hash choose a bit of a word
    private static final int SALT0 = 0x47b6137b;
    private static final int SALT1 = 0x44974d91;
    private static final int SALT2 = 0x8824ad5b;
    private static final int SALT3 = 0xa2b7289d;
    private static final int SALT4 = 0x705495c7;
    private static final int SALT5 = 0x2df1424b;
    private static final int SALT6 = 0x9efc4947;
    private static final int SALT7 = 0x5c6bfb31;
    private static final int[] SALTS = {SALT0, SALT1, SALT2, SALT3, SALT4, SALT5, SALT6, SALT7};
    private static final int TO_BIT = 27;

    private final ParquetKeys<K> keys;
    private final int[] words;
    private final long blocks;

    // numbers are hashed as they are: the buffer of the thread costs as much as their hash
    private final boolean ofLongs;
    private final boolean ofInts;

    SplitBlockFilter(ParquetKeys<K> keys, int[] words) {
        this.keys = Objects.requireNonNull(keys, "keys");
        this.words = words;
        this.blocks = words.length / WORDS_IN_BLOCK;
        this.ofLongs = keys.encoder() == (Object) RawEncoders.INT64;
        this.ofInts = keys.encoder() == (Object) RawEncoders.INT32;
    }

    /**
     * The XXH64 of a key, for {@link #mightContainHash} and {@link #addHash}: hash once, ask the filters of
     * many row groups.
     *
     * @param key the key
     * @return its hash
     */
    public long hash(K key) {
        if (ofLongs) {
            return Xxh64.ofLong((Long) Objects.requireNonNull(key, "key"));
        }
        return ofInts
                ? Xxh64.ofInt((Integer) Objects.requireNonNull(key, "key"))
                : KeyBytes.hashToLong(keys.encoder(), key, Xxh64::of);
    }

    @Override
    public boolean mightContain(K key) {
        return mightContainHash(hash(key));
    }

    /**
     * Whether the key with this hash may have been added.
     *
     * @param hash as {@link #hash} gives it for a filter of the same keys, whatever its size
     * @return false: certainly not; true: probably
     */
    public boolean mightContainHash(long hash) {
        int[] all = words;
        int first = firstWord(hash);
        int bits = (int) hash;
        int missing = ~all[first] & 1 << ((bits * SALT0) >>> TO_BIT);
        missing |= ~all[first + 1] & 1 << ((bits * SALT1) >>> TO_BIT);
        missing |= ~all[first + 2] & 1 << ((bits * SALT2) >>> TO_BIT);
        missing |= ~all[first + 3] & 1 << ((bits * SALT3) >>> TO_BIT);
        missing |= ~all[first + 4] & 1 << ((bits * SALT4) >>> TO_BIT);
        missing |= ~all[first + 5] & 1 << ((bits * SALT5) >>> TO_BIT);
        missing |= ~all[first + 6] & 1 << ((bits * SALT6) >>> TO_BIT);
        missing |= ~all[first + 7] & 1 << ((bits * SALT7) >>> TO_BIT);
        return missing == 0;
    }

    private int firstWord(long hash) {
        return (int) (((hash >>> 32) * blocks) >>> 32) * WORDS_IN_BLOCK;
    }

    @Override
    public boolean add(K key) {
        return addHash(hash(key));
    }

    /**
     * Adds the key with this hash.
     *
     * @param hash as {@link #hash} gives it
     * @return as for {@link #add}
     */
    public boolean addHash(long hash) {
        int first = firstWord(hash);
        boolean changed = false;
        for (int i = 0; i < WORDS_IN_BLOCK; i++) {
            int mask = 1 << (((int) hash * SALTS[i]) >>> TO_BIT);
            if ((words[first + i] & mask) == 0) {
                changed |= ((int) WORDS.getAndBitwiseOr(words, first + i, mask) & mask) == 0;
            }
        }
        return changed;
    }

    /**
     * The physical type of the column whose keys these are.
     *
     * @return the type
     */
    public ParquetType type() {
        return keys.type();
    }

    /**
     * Bytes of the bits.
     *
     * @return a multiple of 32
     */
    public int sizeInBytes() {
        return words.length * Integer.BYTES;
    }

    private long setBits() {
        long count = 0;
        for (int word : words) {
            count += Integer.bitCount(word);
        }
        return count;
    }

    /** The mean over the blocks, of the product of the fills of their words. */
    @Override
    public double currentFpp() {
        double sum = 0;
        for (int first = 0; first < words.length; first += WORDS_IN_BLOCK) {
            double product = 1;
            for (int i = 0; i < WORDS_IN_BLOCK; i++) {
                product *= Integer.bitCount(words[first + i]) / (double) Integer.SIZE;
            }
            sum += product;
        }
        return sum / blocks;
    }

    @Override
    public ForeignInfo info() {
        long bits = (long) words.length * Integer.SIZE;
        long setBits = setBits();
        long distinct = SplitBlockMath.distinct(bits, setBits);
        long capacity = SplitBlockMath.halfFull(blocks);
        return new ForeignInfo(
                "parquet",
                "split block, " + sizeInBytes() + " bytes, type " + keys.type(),
                bits,
                setBits,
                capacity,
                SplitBlockMath.fpp((double) blocks, (double) capacity),
                distinct,
                distinct,
                sizeInBytes(),
                currentFpp());
    }

    /** Writes the header and the bits, as they are in a file of Parquet. */
    @Override
    public void writeTo(OutputStream out) throws IOException {
        out.write(FilterHeader.of(sizeInBytes()));
        ByteBuffer buffer =
                ByteBuffer.allocate(Math.min(WRITTEN_AT_ONCE, sizeInBytes())).order(ByteOrder.LITTLE_ENDIAN);
        int atOnce = buffer.capacity() / Integer.BYTES;
        for (int at = 0; at < words.length; at += atOnce) {
            int count = Math.min(atOnce, words.length - at);
            buffer.clear().asIntBuffer().put(words, at, count);
            out.write(buffer.array(), 0, count * Integer.BYTES);
        }
    }

    /** The size; no keys. */
    @Override
    public String toString() {
        return "SplitBlockFilter[" + sizeInBytes() + " bytes, " + keys.type() + "]";
    }
}
