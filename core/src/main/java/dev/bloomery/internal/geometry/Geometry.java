package dev.bloomery.internal.geometry;

/** Where the bits of a key lie, and what that means for the FPP. */
public sealed interface Geometry permits ClassicGeometry, BlockedGeometry {

    long bits();

    /** Probes a key, k. */
    int probes();

    /** The bit that probe {@code probe} of the key with this hash looks at. */
    long position(long hash, int probe);

    /** The chance that an absent key looks present after {@code keys} distinct keys. */
    double fpp(long keys);

    /** The number of keys at which on average this many bits are set; infinite when all are. */
    double keysFor(double setBits);

    /** All positions of a key lie in one stretch of this many bits that begins at a multiple of it. */
    long regionBits();
}
