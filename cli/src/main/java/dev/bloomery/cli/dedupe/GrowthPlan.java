package dev.bloomery.cli.dedupe;

import dev.bloomery.spec.BloomSizing;
import dev.bloomery.spec.Layout;
import dev.bloomery.spec.ScalableSpec;

/** How the filter of {@code dedupe} grows: by slices of twice the keys, of two cache lines a line each. */
final class GrowthPlan {
    /** Below it, halving the FPP of every slice soon reaches what 64-bit hashes can keep. */
    private static final double LOW_FPP = 1e-8;

    private static final double LOW_FPP_TIGHTENING = 0.8;

    private static final long CEILING_BITS = 1L << 40; // the heap is the limit

    private GrowthPlan() {}

    /** The plan for a filter that begins with so many lines. */
    static ScalableSpec of(long firstCapacity, double targetFpp) {
        return ScalableSpec.of(targetFpp)
                .withFirstCapacity(firstCapacity)
                .withLayout(Layout.PAIRED)
                .withCeilingBits(CEILING_BITS);
    }

    /**
     * The plan for a filter in memory, which takes any FPP: a low one in smaller steps, so that the filter can grow further, and one that 64-bit
     * hashes cannot keep is raised to the least that they can.
     */
    static ScalableSpec inMemory(long firstCapacity, double targetFpp) {
        if (targetFpp >= LOW_FPP) {
            return of(firstCapacity, targetFpp);
        }
        ScalableSpec low = of(firstCapacity, targetFpp).withSteps(2, LOW_FPP_TIGHTENING);
        if (low.slice(0).isPresent()) {
            return low;
        }
        double least = BloomSizing.lowestFpp(firstCapacity) / (1 - LOW_FPP_TIGHTENING);
        return of(firstCapacity, least * (1 + 1e-9)).withSteps(2, LOW_FPP_TIGHTENING); // rounding may not take it below
    }
}
