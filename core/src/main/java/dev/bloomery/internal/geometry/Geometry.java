package dev.bloomery.internal.geometry;

/** Where the bits of a key lie, and what that means for the FPP. */
public sealed interface Geometry extends FppModel permits ClassicGeometry, PartitionedGeometry, BlockedGeometry {

    long bits();

    /** Probes a key, k. */
    int probes();

    /** The bit that probe {@code probe} of the key with this hash looks at. */
    long position(long hash, int probe);

    /** The number of keys at which on average this many bits are set; infinite when all are. */
    double keysFor(double setBits);

    /** The number of bits that are set on average after {@code keys} distinct keys: the inverse of {@link #keysFor}. */
    double setBitsFor(long keys);

    /**
     * How many of so many distinct keys are expected to change a bit when they are added: the others look present already.
     * At an FPP of 1 % that is nearly all of them, at 50 % some three quarters.
     */
    @Override
    default double newAmong(long keys) {
        // Simpson's rule over the chance that the next key is new. The mean fill stands for the fill: near enough, but
        // for
        // blocked filters at an FPP of 90 %, where the result is 8 % too high
        int steps = 32;
        double sum = 0;
        for (int i = 0; i <= steps; i++) {
            double isNew = 1 - Math.pow(setBitsFor(keys / steps * i + keys % steps * i / steps) / bits(), probes());
            sum += isNew * (i == 0 || i == steps ? 1 : 2 + 2 * (i % 2));
        }
        return keys * sum / (3 * steps);
    }

    /** The number of distinct keys after which so many are expected to have changed a bit: the inverse of {@link #newAmong}. */
    @Override
    default long keysAfter(long insertions) {
        if (insertions == 0) {
            return 0;
        }
        long beyondAll = 64 * bits(); // by then no key is new
        return Search.smallest(insertions, keys -> newAmong(keys) >= insertions - 0.5 || keys > beyondAll);
    }

    /** All positions of a key lie in one stretch of this many bits that begins at a multiple of it. */
    long regionBits();

    /** What folding divides: bits, bits of a slice, blocks. */
    long foldUnits();

    /** The geometry of a {@code factor}-th of the size. Expects a divisor of {@link #foldUnits}. */
    Geometry fold(int factor);

    /** Where a bit of this geometry lies in {@link #fold}: there every key has the folded bits of its bits here. */
    long foldPosition(long position, int factor);
}
