package dev.bloomery.interop.internal.bits;

import dev.bloomery.interop.ForeignInfo;

/** What the number of set bits tells of a Bloom filter whose keys set bits anywhere. */
public final class BloomMath {
    private static final double LN2 = Math.log(2);

    private BloomMath() {}

    /** The FPP of {@code k} probes into so many bits of which so many are set. */
    public static double fpp(long bits, long setBits, int k) {
        return Math.pow((double) setBits / bits, k);
    }

    /**
     * Distinct keys that leave so many bits set, by expectation; for a full filter those that fill it just
     * so.
     */
    public static long distinct(long bits, long setBits, int k) {
        double clear = Math.max(0.5, (double) (bits - setBits));
        return Math.round(-(double) bits / k * Math.log(clear / bits));
    }

    /** Distinct keys that fill half of the bits: the number for which {@code k} is the best choice. */
    public static long halfFull(long bits, int k) {
        return Math.max(1, (long) (bits * LN2 / k));
    }

    /** Of a system that keeps neither capacity nor count. */
    public static ForeignInfo info(String kindName, String description, long bits, BitWords words, int k) {
        long setBits = words.setBits();
        long distinct = distinct(bits, setBits, k);
        return new ForeignInfo(
                kindName,
                description,
                bits,
                setBits,
                halfFull(bits, k),
                Math.pow(0.5, k),
                distinct,
                distinct,
                (long) words.words() * Long.BYTES,
                fpp(bits, setBits, k));
    }
}
