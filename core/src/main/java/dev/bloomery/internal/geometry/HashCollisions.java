package dev.bloomery.internal.geometry;

/** What the 64-bit hash alone adds to the FPP: a key whose hash equals that of one of n others looks present. */
public final class HashCollisions {

    private HashCollisions() {}

    /** At most n * 2^-64. */
    public static double fpp(long keys) {
        return keys * 0x1p-64;
    }
}
