package dev.bloomery;

import java.util.function.DoubleFunction;

/**
 * The question for the FPP of a filter.
 *
 * @param <B> the builder that follows
 */
public final class TargetStep<B> {
    private final DoubleFunction<B> builder;

    TargetStep(DoubleFunction<B> builder) {
        this.builder = builder;
    }

    /**
     * With at most such a probability that an absent key gets <i>maybe</i>.
     *
     * @param targetFpp a probability between 0 and 1, 0.01 for one percent
     * @return the builder
     */
    public B targetFpp(double targetFpp) {
        return builder.apply(SpecChecks.targetFpp(targetFpp));
    }
}
