package dev.bloomery.interop.spark;

import dev.bloomery.interop.ForeignFilter;
import dev.bloomery.interop.ForeignInfo;
import dev.bloomery.interop.internal.bits.BitWords;
import dev.bloomery.interop.internal.bits.BloomMath;
import dev.bloomery.interop.internal.bits.Modulus;
import dev.bloomery.interop.internal.hash.SparkMurmur3;
import dev.bloomery.interop.internal.key.KeyBytes;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.key.LongKeyEncoder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A {@code BloomFilter} of Spark's package {@code sketch}: its answers, its adds, its bytes. {@link
 * SparkFilters} reads and makes it.
 *
 * @param <K> the type of the keys
 */
public final class SparkFilter<K> implements ForeignFilter<K> {
    private final KeyEncoder<K> keys;
    private final @Nullable LongKeyEncoder<K> longs;
    private final SparkVersion version;
    private final int probes;
    private final int seed;
    private final BitWords bits;
    private final Modulus size;

    SparkFilter(KeyEncoder<K> keys, SparkVersion version, int probes, int seed, BitWords bits) {
        this.keys = Objects.requireNonNull(keys, "keys");
        this.longs = keys instanceof LongKeyEncoder<K> asLongs ? asLongs : null;
        this.version = version;
        this.probes = probes;
        this.seed = seed;
        this.bits = bits;
        this.size = new Modulus((long) bits.words() * Long.SIZE);
    }

    /** The first hash above the second one, whose seed is the first. */
    private long hashes(K key) {
        if (longs == null) {
            return KeyBytes.hashToLong(keys, key, this::ofBytes);
        }
        long value = longs.encodeToLong(Objects.requireNonNull(key, "key"));
        int first = SparkMurmur3.ofLong(value, seed);
        return pair(first, SparkMurmur3.ofLong(value, first));
    }

    private long ofBytes(byte[] bytes, int length) {
        int first = SparkMurmur3.ofBytes(bytes, length, seed);
        return pair(first, SparkMurmur3.ofBytes(bytes, length, first));
    }

    private static long pair(int first, int second) {
        return (long) first << 32 | (second & 0xFFFF_FFFFL);
    }

    @Override
    public boolean mightContain(K key) {
        long hashes = hashes(key);
        return version == SparkVersion.V1 ? mightContainV1(hashes) : mightContainV2(hashes);
    }

    private boolean mightContainV1(long hashes) {
        int at = (int) (hashes >>> 32);
        for (int i = 0; i < probes; i++) {
            at += (int) hashes;
            if (!bits.isSet(size.of(at < 0 ? ~at : at))) {
                return false;
            }
        }
        return true;
    }

    private boolean mightContainV2(long hashes) {
        long at = (hashes >> 32) * Integer.MAX_VALUE;
        for (int i = 0; i < probes; i++) {
            at += (int) hashes;
            if (!bits.isSet(size.of(at < 0 ? ~at : at))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean add(K key) {
        long hashes = hashes(key);
        return version == SparkVersion.V1 ? addV1(hashes) : addV2(hashes);
    }

    private boolean addV1(long hashes) {
        int at = (int) (hashes >>> 32);
        boolean changed = false;
        for (int i = 0; i < probes; i++) {
            at += (int) hashes;
            changed |= bits.set(size.of(at < 0 ? ~at : at));
        }
        return changed;
    }

    private boolean addV2(long hashes) {
        long at = (hashes >> 32) * Integer.MAX_VALUE;
        boolean changed = false;
        for (int i = 0; i < probes; i++) {
            at += (int) hashes;
            changed |= bits.set(size.of(at < 0 ? ~at : at));
        }
        return changed;
    }

    /**
     * The version of the format, which is that of the hashing, too.
     *
     * @return the version
     */
    public SparkVersion version() {
        return version;
    }

    /**
     * Bits of the filter.
     *
     * @return a multiple of 64
     */
    public long sizeInBits() {
        return size.divisor();
    }

    /**
     * Bits that a key sets.
     *
     * @return 1 or more
     */
    public int probesPerKey() {
        return probes;
    }

    /**
     * A part of a filter of {@link SparkVersion#V1} above 2^31 bits is never used, so this is that of the
     * part that is.
     */
    @Override
    public double currentFpp() {
        return BloomMath.fpp(usedBits(), bits.setBits(), probes);
    }

    private long usedBits() {
        return version == SparkVersion.V1 ? Math.min(sizeInBits(), 1L << 31) : sizeInBits();
    }

    @Override
    public ForeignInfo info() {
        String description = version + ", " + sizeInBits() + " bits, k " + probes;
        return BloomMath.info("spark", description, usedBits(), bits, probes);
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        boolean seeded = version == SparkVersion.V2;
        ByteBuffer head = ByteBuffer.allocate(seeded ? 16 : 12);
        head.putInt(version.number()).putInt(probes);
        if (seeded) {
            head.putInt(seed);
        }
        out.write(head.putInt(bits.words()).array());
        bits.writeTo(out, (long) bits.words() * Long.BYTES, ByteOrder.BIG_ENDIAN);
    }

    /** The size; no keys, and no seed. */
    @Override
    public String toString() {
        return "SparkFilter[" + version + ", " + sizeInBits() + " bits, k " + probes + "]";
    }
}
