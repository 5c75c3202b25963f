package dev.bloomery;

import java.util.Objects;
import java.util.function.Function;

/**
 * The question for the size of a filter, asked first.
 *
 * @param <B> the builder that follows
 */
public final class SizeStep<B> {
    private final Function<BloomSpec, B> builder;

    SizeStep(Function<BloomSpec, B> builder) {
        this.builder = builder;
    }

    /**
     * Sized for so many distinct keys.
     *
     * @param capacity from 0 to 2^40; what fits on the heap is less and depends on the FPP
     * @return the question for the FPP
     */
    public TargetStep<B> capacity(long capacity) {
        SpecChecks.capacity(capacity);
        return new TargetStep<>(targetFpp -> builder.apply(BloomSpec.of(capacity, targetFpp)));
    }

    /**
     * Of explicit size in the classic layout: exactly so many bits and probes.
     *
     * @param sizeInBits bits of the filter, m
     * @param probesPerKey bits that a key sets, k
     * @return the builder
     */
    public B size(long sizeInBits, int probesPerKey) {
        return spec(BloomSpec.ofSize(new BloomSizing(Layout.CLASSIC, sizeInBits, probesPerKey)));
    }

    /**
     * By a plan made elsewhere.
     *
     * @param spec the plan of the bits
     * @return the builder
     */
    public B spec(BloomSpec spec) {
        return builder.apply(Objects.requireNonNull(spec, "spec"));
    }
}
