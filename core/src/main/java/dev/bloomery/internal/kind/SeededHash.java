package dev.bloomery.internal.kind;

import dev.bloomery.internal.hash.Hash64;
import dev.bloomery.internal.hash.SipHash24;
import dev.bloomery.internal.hash.Xxh3;
import dev.bloomery.spec.KeyHash;
import dev.bloomery.spec.Seed;

/** The hash that a plan names, with its seed. */
public final class SeededHash {

    private SeededHash() {}

    public static Hash64 of(KeyHash hash, Seed seed) {
        return switch (hash) {
            case XXH3_64 -> new Xxh3(seed.low());
            case SIPHASH_2_4 -> new SipHash24(seed.low(), seed.high());
        };
    }
}
