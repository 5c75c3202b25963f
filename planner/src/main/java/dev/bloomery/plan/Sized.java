package dev.bloomery.plan;

import dev.bloomery.spec.FilterSpec;
import java.util.Optional;

/**
 * What a filter of some kind takes for a question, whether or not it will do.
 *
 * @param fitsHeap whether it can be built as one filter
 */
record Sized(
        Optional<FilterSpec> spec,
        String text,
        boolean exact,
        long memoryBytes,
        double fpp,
        int cacheLines,
        boolean fitsHeap) {

    static Sized of(FilterSpec spec, long memoryBytes, double fpp, int cacheLines, boolean fitsHeap) {
        return new Sized(Optional.of(spec), spec.toString(), true, memoryBytes, fpp, cacheLines, fitsHeap);
    }

    Sized asEstimate() {
        return new Sized(spec, text, false, memoryBytes, fpp, cacheLines, fitsHeap);
    }
}
