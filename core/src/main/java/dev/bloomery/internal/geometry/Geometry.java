package dev.bloomery.internal.geometry;

/** Where the bits of a key lie, and what that means for the FPP. */
public sealed interface Geometry permits ClassicGeometry, PartitionedGeometry, BlockedGeometry {

    long bits();

    /** Probes a key, k. */
    int probes();

    /** The bit that probe {@code probe} of the key with this hash looks at. */
    long position(long hash, int probe);

    /** The chance that an absent key looks present after {@code keys} distinct keys. */
    double fpp(long keys);

    /** The number of keys at which on average this many bits are set; infinite when all are. */
    double keysFor(double setBits);

    /** The number of bits that are set on average after {@code keys} distinct keys: the inverse of {@link #keysFor}. */
    double setBitsFor(long keys);

    /** All positions of a key lie in one stretch of this many bits that begins at a multiple of it. */
    long regionBits();

    /** What folding divides: bits, bits of a slice, blocks. */
    long foldUnits();

    /** The geometry of a {@code factor}-th of the size. Expects a divisor of {@link #foldUnits}. */
    Geometry fold(int factor);

    /** Where a bit of this geometry lies in {@link #fold}: there every key has the folded bits of its bits here. */
    long foldPosition(long position, int factor);
}
