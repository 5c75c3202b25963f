package dev.bloomery;

import dev.bloomery.internal.hash.Hash64;
import dev.bloomery.internal.hash.SipHash24;
import dev.bloomery.internal.hash.Xxh3;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The function that makes 64 bits of a key. What a name stands for never changes. */
public enum KeyHash {
    /**
     * XXH3 of 64 bits with a 64-bit seed: the fast default. Longs are mixed by the finalizer of SplitMix64 after they were
     * xored with the mixed seed, which takes half of the time. Strangers who do not know the seed cannot prepare keys against the
     * filter.
     */
    XXH3_64("xxh3-64"),

    /**
     * SipHash-2-4 with a 128-bit key, the hardened mode: a keyed pseudorandom function, so that keys cannot be found by
     * watching answers either.
     */
    SIPHASH_2_4("siphash-2-4");

    private final String specName;

    KeyHash(String specName) {
        this.specName = specName;
    }

    /** The name in the text form of a spec. */
    String specName() {
        return specName;
    }

    static KeyHash of(String specName) {
        for (KeyHash hash : values()) {
            if (hash.specName.equals(specName)) {
                return hash;
            }
        }
        throw new IllegalArgumentException("the spec has an unknown hash '" + specName + "'; use one of "
                + Arrays.stream(values()).map(KeyHash::specName).collect(Collectors.joining(", ")));
    }

    Hash64 seeded(Seed seed) {
        return switch (this) {
            case XXH3_64 -> new Xxh3(seed.low());
            case SIPHASH_2_4 -> new SipHash24(seed.low(), seed.high());
        };
    }
}
