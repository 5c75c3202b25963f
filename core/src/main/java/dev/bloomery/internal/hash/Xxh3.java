package dev.bloomery.internal.hash;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;

/** XXH3 of 64 bits by hash4j: the fastest of its hashes for longs and short strings (docs/adr/0002). Not a keyed PRF. */
public final class Xxh3 implements Hash64 {
    private final Hasher64 hasher;

    public Xxh3(long seed) {
        this.hasher = Hashing.xxh3_64(seed);
    }

    @Override
    public long ofBytes(byte[] bytes, int from, int length) {
        return hasher.hashBytesToLong(bytes, from, length);
    }

    @Override
    public long ofLong(long value) {
        return hasher.hashLongToLong(value);
    }
}
