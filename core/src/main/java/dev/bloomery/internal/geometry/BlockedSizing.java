package dev.bloomery.internal.geometry;

/** The smallest blocked geometry, over all shapes, whose FPP at capacity is at most the target. */
public final class BlockedSizing {
    private BlockedSizing() {}

    /** Expects a target of at least {@link Limits#MIN_BLOCKED_FPP}, and of {@link Limits#lowestFpp}. */
    public static BlockedGeometry of(long keys, double targetFpp) {
        BlockedGeometry best = of(keys, targetFpp, BlockShape.FOUR_WORDS);
        for (BlockShape shape : BlockShape.values()) {
            BlockedGeometry other = of(keys, targetFpp, shape);
            if (other.bits() < best.bits()) {
                best = other;
            }
        }
        return best;
    }

    public static BlockedGeometry of(long keys, double targetFpp, BlockShape shape) {
        long n = Math.max(keys, 1);
        long guess = Math.max(1, (long) (n * ClassicSizing.bitsPerKey(targetFpp) / shape.blockBits()));
        long blocks = Search.smallest(guess, b -> new BlockedGeometry(b, shape).fpp(n) <= targetFpp);
        return new BlockedGeometry(Foldable.roundUp(blocks), shape);
    }
}
