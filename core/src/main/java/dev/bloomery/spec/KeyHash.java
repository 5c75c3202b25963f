package dev.bloomery.spec;

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

    /**
     * The name in the text form of a spec.
     *
     * @return the name
     */
    public String specName() {
        return specName;
    }

    /**
     * The one of this name.
     *
     * @param specName the name in the text form of a spec
     * @return the hash
     * @throws IllegalArgumentException if there is none of that name; the message lists them
     */
    public static KeyHash of(String specName) {
        for (KeyHash hash : values()) {
            if (hash.specName.equals(specName)) {
                return hash;
            }
        }
        throw new IllegalArgumentException("the spec has an unknown hash '" + specName + "'; use one of "
                + Arrays.stream(values()).map(KeyHash::specName).collect(Collectors.joining(", ")));
    }
}
