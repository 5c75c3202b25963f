package dev.bloomery.plan;

import dev.bloomery.spec.BloomSizing;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.ScalableSpec;
import java.util.Optional;

/** Sizes a scalable Bloom filter: the first slice takes the keys that are expected, so that there are more only if they are. */
final class ScalableModel {
    /** Without a budget there is room for at least so many slices: fifteen times the keys. */
    private static final int LEAST_SLICES = 4;

    private ScalableModel() {}

    static Sized size(Question question) {
        ScalableSpec open = open(question);
        BloomSizing first = open.slice(0)
                .flatMap(BloomSpec::size)
                .orElseThrow(() -> new IllegalArgumentException("targetFpp is " + question.targetFpp()
                        + ", too low for a filter that grows, whose first slice has half of it; 64-bit hashes of "
                        + open.firstCapacity() + " keys allow "
                        + 2 * BloomSizing.lowestFpp(open.firstCapacity()) + " and more"));
        ScalableSpec spec = open.withCeilingBits(ceilingBits(open, question));
        return Sized.of(
                spec,
                first.memoryBytes(),
                first.fpp(question.totalKeys()),
                first.cacheLinesPerQuery(),
                first.fitsHeap());
    }

    /** What it takes once it holds {@code times} as many keys; nothing if its hashes do not reach so far. */
    static Optional<Sized> grown(Question question, int times) {
        ScalableSpec spec = open(question);
        long room = 0;
        long memory = 0;
        int lines = 0;
        for (int slice = 0; room / times < question.totalKeys(); slice++) {
            Optional<BloomSpec> next = spec.slice(slice);
            if (next.isEmpty()) {
                return Optional.empty();
            }
            BloomSizing size = next.get().size().orElseThrow();
            room += next.get().capacity();
            memory += size.memoryBytes();
            lines += size.cacheLinesPerQuery();
        }
        return Optional.of(Sized.of(spec, memory, question.targetFpp(), lines, true));
    }

    /** A slice is full after as many new keys as it takes on average; a few more, so that the keys asked for do not begin another. */
    private static ScalableSpec open(Question question) {
        double fppOfFirst = question.targetFpp() / 2;
        long capacity = (long) Math.ceil(question.totalKeys() * (1 + fppOfFirst)) + 1;
        return ScalableSpec.of(question.targetFpp()).withFirstCapacity(capacity);
    }

    /** The bits of as many whole slices as fit the budget, arrays with their headers counted. */
    private static long ceilingBits(ScalableSpec open, Question question) {
        long budget = question.memoryBudgetBytes().orElse(Long.MAX_VALUE);
        boolean limited = question.memoryBudgetBytes().isPresent();
        long bits = 0;
        long bytes = 0;
        for (int slice = 0; limited || slice < LEAST_SLICES; slice++) {
            Optional<BloomSizing> next = open.slice(slice).flatMap(BloomSpec::size);
            if (next.isEmpty() || bytes + next.get().memoryBytes() > budget) {
                break;
            }
            bytes += next.get().memoryBytes();
            bits += next.get().sizeInBits();
        }
        return Math.max(limited ? 64 : open.ceilingBits(), bits);
    }
}
