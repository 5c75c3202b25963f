package dev.bloomery.testkit;

/**
 * Sets of distinct keys as they come in practice. Key number i of a shape is the same for the same seed; two numbers
 * never give the same key, so keys 0 .. n-1 can be added and keys from n on asked for as absent ones.
 */
public enum KeyShape {
    /** As good as random. */
    RANDOM {
        @Override
        public long key(long seed, long index) {
            return mix(seed + index);
        }
    },
    /** A counter that starts somewhere. */
    SEQUENTIAL {
        @Override
        public long key(long seed, long index) {
            return mix(seed) + index;
        }
    },
    /** Multiples of 2^32: only the upper half differs. */
    COMMON_SUFFIX {
        @Override
        public long key(long seed, long index) {
            return (index << 32) ^ mix(seed);
        }
    },
    /** Gray code: each key differs from the one before in a single bit. */
    ONE_BIT_APART {
        @Override
        public long key(long seed, long index) {
            return (index ^ (index >>> 1)) ^ mix(seed);
        }
    };

    /** Key number {@code index}, from 0 to 2^31 - 1. */
    public abstract long key(long seed, long index);

    /** Key number {@code index} as an address of 60 characters that begins like all others. */
    public String url(long seed, long index) {
        String number = Long.toString(key(seed, index) & Long.MAX_VALUE);
        return "https://www.example.com/catalogue/items/" + "0".repeat(20 - number.length()) + number;
    }

    /** A bijection whose values look random (the finaliser of MurmurHash3). */
    public static long mix(long value) {
        long x = value;
        x = (x ^ (x >>> 33)) * 0xff51afd7ed558ccdL;
        x = (x ^ (x >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return x ^ (x >>> 33);
    }
}
