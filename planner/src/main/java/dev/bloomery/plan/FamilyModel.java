package dev.bloomery.plan;

import dev.bloomery.family.FamilySizing;
import java.util.Optional;

/** Sizes a family of filters, and the least budget with which owners that are spilled do no harm. */
final class FamilyModel {
    /** Below such a share of its owners in memory, a family would read its file for nearly every lookup. */
    private static final double LEAST_SHARE = 0.25;

    private FamilyModel() {}

    static Sized size(Question question) {
        FamilySizing size = sizing(question);
        long need = size.memoryBytes();
        long budget = question.memoryBudgetBytes().orElse(Long.MAX_VALUE);
        long memory = budget < need && budget >= leastBytes(question) ? budget : need;
        String text = "family owners=" + size.owners() + " keys=" + question.keys() + " fpp=" + question.targetFpp()
                + (memory < need ? " memory=" + memory : "");
        return new Sized(Optional.empty(), text, false, memory, size.expectedFpp(), size.cacheLinesPerQuery(), true);
    }

    /** The least memory budget with which it is of use. */
    static long leastBytes(Question question) {
        return (long) Math.ceil(sizing(question).memoryBytes() * LEAST_SHARE);
    }

    private static FamilySizing sizing(Question question) {
        return FamilySizing.of(question.owners().orElseThrow(), question.keys(), question.targetFpp());
    }
}
