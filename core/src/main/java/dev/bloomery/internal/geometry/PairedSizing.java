package dev.bloomery.internal.geometry;

/** The paired geometry whose FPP at capacity is at most the target: the smallest one, or nearly so and faster. */
public final class PairedSizing {

    private PairedSizing() {}

    /** Expects a target of at least {@link Limits#MIN_PAIRED_FPP}, and of {@link Limits#lowestFpp}. */
    public static PairedGeometry of(long keys, double targetFpp) {
        PairedGeometry best = of(keys, targetFpp, BlockShape.TWO_BY_ONE);
        for (BlockShape shape : BlockShape.values()) {
            PairedGeometry other = of(keys, targetFpp, shape);
            if (BlockedSizing.price(other.half()) < BlockedSizing.price(best.half())) {
                best = other;
            }
        }
        return best;
    }

    public static PairedGeometry of(long keys, double targetFpp, BlockShape shape) {
        long n = Math.max(keys, 1);
        double ofHalf = Math.sqrt(targetFpp);
        long guess = Math.max(1, (long) (n * ClassicSizing.bitsPerKey(ofHalf) / BlockShape.BLOCK_BITS));
        // the target of the pair, not that of a half: the hashes of both halves collide together, and count once
        long blocks = Search.smallest(guess, b -> new PairedGeometry(b, shape).fpp(n) <= targetFpp);
        return new PairedGeometry(Foldable.roundUp(blocks), shape);
    }
}
