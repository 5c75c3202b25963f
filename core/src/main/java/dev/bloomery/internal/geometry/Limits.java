package dev.bloomery.internal.geometry;

/** How far the arithmetic goes. What one array holds is a matter of {@code dev.bloomery.internal.bits}. */
public final class Limits {
    /** A trillion keys: far beyond one machine, and every product of a count and a number of probes still fits a long. */
    public static final long MAX_CAPACITY = 1L << 40;

    /** Enough for every FPP that 64-bit hashes allow. */
    public static final int MAX_PROBES = 64;

    /** Below this a block of 512 bits is the wrong tool: at 1e-7 it would need some 50 bits a key. */
    public static final double MIN_BLOCKED_FPP = 1e-5;

    /** The square of {@link #MIN_BLOCKED_FPP}, because each of two blocks has the square root of the target. */
    public static final double MIN_PAIRED_FPP = 1e-10;

    private Limits() {}

    /** Whether a target is not too low for the layout paired. */
    public static boolean allowsPaired(double targetFpp) {
        return targetFpp >= MIN_PAIRED_FPP;
    }

    /**
     * The lowest FPP that makes sense for this many keys. Hash collisions alone give {@code keys * 2^-64}; a target of
     * less than twice that leaves the bits nothing to do.
     */
    public static double lowestFpp(long keys) {
        return 2 * HashCollisions.fpp(Math.max(keys, 1));
    }
}
