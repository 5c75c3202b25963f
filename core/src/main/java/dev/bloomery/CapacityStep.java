package dev.bloomery;

import java.util.function.LongFunction;

/**
 * The question for the capacity of a filter, asked first.
 *
 * @param <B> the builder that follows
 */
public final class CapacityStep<B> {
    private final LongFunction<TargetStep<B>> next;

    CapacityStep(LongFunction<TargetStep<B>> next) {
        this.next = next;
    }

    /**
     * Sized for so many distinct keys.
     *
     * @param capacity from 0 to 2^40; what fits on the heap is less and depends on the FPP
     * @return the question for the FPP
     */
    public TargetStep<B> capacity(long capacity) {
        return next.apply(SpecChecks.capacity(capacity));
    }
}
