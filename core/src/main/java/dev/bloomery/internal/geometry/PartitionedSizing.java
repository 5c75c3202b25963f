package dev.bloomery.internal.geometry;

/** The smallest partitioned geometry whose FPP at capacity is at most the target. */
public final class PartitionedSizing {

    private PartitionedSizing() {}

    /** Expects {@code keys * 2^-64} below half the target: see {@link Limits}. */
    public static PartitionedGeometry of(long keys, double targetFpp) {
        long n = Math.max(keys, 1);
        int ideal = ClassicSizing.idealProbes(targetFpp);
        PartitionedGeometry best = of(n, targetFpp, ideal);
        for (int probes : new int[] {ideal - 1, ideal + 1}) {
            if (probes >= 1) {
                PartitionedGeometry other = of(n, targetFpp, probes);
                best = other.bits() < best.bits() ? other : best;
            }
        }
        return best;
    }

    private static PartitionedGeometry of(long keys, double targetFpp, int probes) {
        double taken = Math.exp(Math.log(targetFpp) / probes);
        long guess = Math.max(1, (long) (keys / -Math.log1p(-taken)));
        long sliceBits = Search.smallest(guess, bits -> new PartitionedGeometry(bits, probes).fpp(keys) <= targetFpp);
        return new PartitionedGeometry(Foldable.roundUp(sliceBits), probes);
    }
}
