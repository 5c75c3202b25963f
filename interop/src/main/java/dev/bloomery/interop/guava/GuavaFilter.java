package dev.bloomery.interop.guava;

import com.dynatrace.hash4j.hashing.HashValue128;
import com.dynatrace.hash4j.hashing.Hasher128;
import com.dynatrace.hash4j.hashing.Hashing;
import dev.bloomery.interop.ForeignFilter;
import dev.bloomery.interop.ForeignInfo;
import dev.bloomery.interop.internal.bits.BitWords;
import dev.bloomery.interop.internal.bits.BloomMath;
import dev.bloomery.interop.internal.bits.Modulus;
import dev.bloomery.interop.internal.key.KeyBytes;
import dev.bloomery.key.KeyEncoder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;

/**
 * A {@code BloomFilter} of Guava: its answers, its adds, its bytes. {@link GuavaFilters} reads and makes it.
 *
 * <p>Capacity and FPP that it was made for are not among its bytes. Its {@link #info} says for how many keys
 * it would be a good choice, and what FPP its bits have now.
 *
 * @param <K> the type of the keys
 */
public final class GuavaFilter<K> implements ForeignFilter<K> {
    static final int MOST_PROBES = 255;

    private static final Hasher128 HASH = Hashing.murmur3_128();

    private final KeyEncoder<K> keys;
    private final GuavaStrategy strategy;
    private final boolean in32Bits;
    private final int probes;
    private final BitWords bits;
    private final Modulus size;

    GuavaFilter(KeyEncoder<K> keys, GuavaStrategy strategy, int probes, BitWords bits) {
        this.keys = Objects.requireNonNull(keys, "keys");
        this.strategy = strategy;
        this.in32Bits = strategy == GuavaStrategy.MITZ_32;
        this.probes = probes;
        this.bits = bits;
        this.size = new Modulus((long) bits.words() * Long.SIZE);
    }

    private HashValue128 hash(K key) {
        return KeyBytes.hash(keys, key, (bytes, length) -> HASH.hashBytesTo128Bits(bytes, 0, length));
    }

    @Override
    public boolean mightContain(K key) {
        HashValue128 hash = hash(key);
        return in32Bits ? mightContain32(hash.getLeastSignificantBits()) : mightContain64(hash);
    }

    private boolean mightContain64(HashValue128 hash) {
        long step = hash.getMostSignificantBits();
        long at = hash.getLeastSignificantBits();
        for (int i = 0; i < probes; i++) {
            if (!bits.isSet(size.of(at & Long.MAX_VALUE))) {
                return false;
            }
            at += step;
        }
        return true;
    }

    private boolean mightContain32(long hash) {
        int step = (int) (hash >>> 32);
        int at = (int) hash;
        for (int i = 0; i < probes; i++) {
            at += step;
            if (!bits.isSet(size.of(at < 0 ? ~at : at))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean add(K key) {
        HashValue128 hash = hash(key);
        return in32Bits ? add32(hash.getLeastSignificantBits()) : add64(hash);
    }

    private boolean add64(HashValue128 hash) {
        long step = hash.getMostSignificantBits();
        long at = hash.getLeastSignificantBits();
        boolean changed = false;
        for (int i = 0; i < probes; i++) {
            changed |= bits.set(size.of(at & Long.MAX_VALUE));
            at += step;
        }
        return changed;
    }

    private boolean add32(long hash) {
        int step = (int) (hash >>> 32);
        int at = (int) hash;
        boolean changed = false;
        for (int i = 0; i < probes; i++) {
            at += step;
            changed |= bits.set(size.of(at < 0 ? ~at : at));
        }
        return changed;
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
     * @return from 1 to 255
     */
    public int probesPerKey() {
        return probes;
    }

    @Override
    public double currentFpp() {
        return BloomMath.fpp(sizeInBits(), bits.setBits(), probes);
    }

    @Override
    public ForeignInfo info() {
        String description = "strategy " + strategy + ", " + sizeInBits() + " bits, k " + probes;
        return BloomMath.info("guava", description, sizeInBits(), bits, probes);
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        ByteBuffer head = ByteBuffer.allocate(6);
        head.put((byte) strategy.number()).put((byte) probes).putInt(bits.words());
        out.write(head.array());
        bits.writeTo(out, (long) bits.words() * Long.BYTES, ByteOrder.BIG_ENDIAN);
    }

    /** The size; no keys. */
    @Override
    public String toString() {
        return "GuavaFilter[" + strategy + ", " + sizeInBits() + " bits, k " + probes + "]";
    }
}
