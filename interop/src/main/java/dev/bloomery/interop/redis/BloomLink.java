package dev.bloomery.interop.redis;

import dev.bloomery.interop.internal.bits.BitWords;
import dev.bloomery.interop.internal.bits.BloomMath;
import dev.bloomery.interop.internal.bits.Modulus;
import java.util.concurrent.atomic.AtomicLong;

/** One filter of a chain. */
final class BloomLink {
    private final LinkHeader header;
    private final BitWords bits;
    private final Modulus size;
    private final AtomicLong keys;

    BloomLink(LinkHeader header, BitWords bits) {
        this.header = header;
        this.bits = bits;
        this.size = new Modulus(header.modulus());
        this.keys = new AtomicLong(header.size());
    }

    /** An empty one. */
    static BloomLink of(long entries, double error) {
        LinkHeader header = LinkHeader.of(entries, error);
        return new BloomLink(header, new BitWords(new long[(int) (header.bytes() / Long.BYTES)]));
    }

    LinkHeader header() {
        return header;
    }

    BitWords bits() {
        return bits;
    }

    long keys() {
        return keys.get();
    }

    boolean isFull() {
        return keys.get() >= header.entries();
    }

    /**
     * Positions are sums of 64 bits without a sign; the remainder of one above 2^63 is put together of two.
     */
    private long position(long sum) {
        return sum >= 0 ? size.of(sum) : size.of(size.of(sum >>> 1) * 2 + (sum & 1));
    }

    boolean mightContain(long first, long step) {
        long sum = first;
        for (int i = 0; i < header.hashes(); i++) {
            if (!bits.isSet(position(sum))) {
                return false;
            }
            sum += step;
        }
        return true;
    }

    /** Whether a bit was changed; then the key counts. */
    boolean add(long first, long step) {
        boolean changed = false;
        long sum = first;
        for (int i = 0; i < header.hashes(); i++) {
            changed |= bits.set(position(sum));
            sum += step;
        }
        if (changed) {
            keys.incrementAndGet();
        }
        return changed;
    }

    double fpp() {
        return BloomMath.fpp(header.modulus(), bits.setBits(), header.hashes());
    }

    long distinct() {
        return BloomMath.distinct(header.modulus(), bits.setBits(), header.hashes());
    }
}
