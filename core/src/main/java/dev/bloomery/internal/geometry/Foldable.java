package dev.bloomery.internal.geometry;

/**
 * Sizes that can be halved. A position is a fraction of the hash times the size, rounded down; so the position in a filter
 * of half the size is half the position, and a filter folds by merging neighbours. That needs a size that can be divided.
 */
final class Foldable {
    /** Four halvings. */
    private static final int MULTIPLE = 16;

    /** From here on rounding up costs at most half a percent. */
    private static final long LARGE = 200 * MULTIPLE;

    private Foldable() {}

    /** The next multiple of 16, if the number is so large that it hardly matters. */
    static long roundUp(long units) {
        return units < LARGE ? units : (units + MULTIPLE - 1) / MULTIPLE * MULTIPLE;
    }
}
