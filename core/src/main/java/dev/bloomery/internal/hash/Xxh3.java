package dev.bloomery.internal.hash;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;

/**
 * XXH3 of 64 bits by hash4j for bytes: the fastest of its hashes for short strings (docs/adr/0002). For longs the finalizer of
 * SplitMix64, a bijection in half of the time. Not a keyed PRF.
 */
public final class Xxh3 implements Hash64 {
    /** 2^64 divided by the golden ratio, as SplitMix64 has it: seed 0 must not be 0 after the mixing. */
    private static final long GAMMA = 0x9E3779B97F4A7C15L;

    private final Hasher64 hasher;
    /** The seed, mixed: under nearby seeds, consecutive longs must not be the same ones in another order. */
    private final long flip;

    public Xxh3(long seed) {
        this.hasher = Hashing.xxh3_64(seed);
        this.flip = mix(seed + GAMMA);
    }

    @Override
    public long ofBytes(byte[] bytes, int from, int length) {
        return hasher.hashBytesToLong(bytes, from, length);
    }

    @Override
    public long ofLong(long value) {
        return mix(value ^ flip);
    }

    /** A long is hashed by being xored with this, and {@linkplain #mix mixed}. */
    public long flip() {
        return flip;
    }

    public static long mix(long value) {
        long x = value;
        x = (x ^ (x >>> 30)) * 0xBF58476D1CE4E5B9L;
        x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
        return x ^ (x >>> 31);
    }
}
