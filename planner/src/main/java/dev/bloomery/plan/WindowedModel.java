package dev.bloomery.plan;

import dev.bloomery.spec.BloomSizing;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.WindowedSpec;

/**
 * Sizes a windowed filter: its slices, and one more that is kept, as many as there are while keys come evenly. Unevenly they may take up to
 * twice the memory for a while.
 */
final class WindowedModel {
    /** Keys are forgotten after one and a quarter windows; at 1 % fewer slices take more memory, and more hardly less. */
    private static final int SLICES = 4;

    private WindowedModel() {}

    static Sized size(Question question) {
        WindowedSpec spec = WindowedSpec.of(
                        question.totalKeys(), question.window().orElseThrow(), question.targetFpp())
                .withSlices(SLICES)
                .sized();
        int kept = SLICES + 1;
        BloomSpec slice = spec.slice();
        BloomSizing size = slice.size().orElseThrow();
        double fpp = -Math.expm1(kept * Math.log1p(-size.fpp(slice.capacity())));
        return Sized.of(spec, kept * size.memoryBytes(), fpp, kept * size.cacheLinesPerQuery(), size.fitsHeap());
    }
}
