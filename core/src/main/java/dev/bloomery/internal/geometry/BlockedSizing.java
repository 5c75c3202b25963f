package dev.bloomery.internal.geometry;

/** The blocked geometry whose FPP at capacity is at most the target: the smallest one, or nearly so and faster. */
public final class BlockedSizing {
    /** A shape of four words must save more than this share of the bits, because a query of two words takes less time. */
    private static final double WORTH_FOUR_WORDS = 0.02;

    private BlockedSizing() {}

    /** Expects a target of at least {@link Limits#MIN_BLOCKED_FPP}, and of {@link Limits#lowestFpp}. */
    public static BlockedGeometry of(long keys, double targetFpp) {
        BlockedGeometry best = of(keys, targetFpp, BlockShape.TWO_BY_ONE);
        for (BlockShape shape : BlockShape.values()) {
            BlockedGeometry other = of(keys, targetFpp, shape);
            if (price(other) < price(best)) {
                best = other;
            }
        }
        return best;
    }

    static double price(BlockedGeometry geometry) {
        return geometry.bits() * (geometry.shape().words() == 4 ? 1 + WORTH_FOUR_WORDS : 1);
    }

    public static BlockedGeometry of(long keys, double targetFpp, BlockShape shape) {
        long n = Math.max(keys, 1);
        long guess = Math.max(1, (long) (n * ClassicSizing.bitsPerKey(targetFpp) / BlockShape.BLOCK_BITS));
        long blocks = Search.smallest(guess, b -> new BlockedGeometry(b, shape).fpp(n) <= targetFpp);
        return new BlockedGeometry(Foldable.roundUp(blocks), shape);
    }
}
