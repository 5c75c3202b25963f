package dev.bloomery.plan;

import dev.bloomery.BloomSizing;
import dev.bloomery.Layout;
import java.util.Optional;

/**
 * Sizes a family of filters: for each owner the bits of a classic Bloom filter of its keys, and what it takes to find them and to know
 * which owners to spill.
 */
final class FamilyModel {
    /** Makes 64 bytes an owner at 20 keys and 1 %, where the bits are 32 of them. */
    private static final int BYTES_OF_OWNER = 32;

    /** Below such a share of its owners in memory, a family would read its file for nearly every lookup. */
    private static final double LEAST_SHARE = 0.25;

    private FamilyModel() {}

    static Sized size(Question question) {
        BloomSizing each = ofEach(question);
        long need = needBytes(question, each);
        long budget = question.memoryBudgetBytes().orElse(Long.MAX_VALUE);
        long memory = budget < need && budget >= leastBytes(question) ? budget : need;
        String text = "family owners=" + question.owners().orElseThrow() + " keys=" + question.keys() + " fpp="
                + question.targetFpp() + (memory < need ? " memory=" + memory : "");
        return new Sized(
                Optional.empty(),
                text,
                false,
                memory,
                each.fpp(question.keys()),
                1 + each.cacheLinesPerQuery(), // one to find the owner
                each.fitsHeap());
    }

    /** The least memory budget with which it is of use. */
    static long leastBytes(Question question) {
        return (long) Math.ceil(needBytes(question, ofEach(question)) * LEAST_SHARE);
    }

    /** With all owners in memory. */
    private static long needBytes(Question question, BloomSizing each) {
        return question.owners().orElseThrow() * (BYTES_OF_OWNER + (each.sizeInBits() + 7) / 8);
    }

    private static BloomSizing ofEach(Question question) {
        return BloomSizing.of(Layout.CLASSIC, question.keys(), question.targetFpp());
    }
}
