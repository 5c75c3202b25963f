package dev.bloomery.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Why the recommended option is recommended, in words. */
final class Reasons {
    private static final int TIMES = 10;

    private final Selection selection;
    private final Question question;
    private final Option chosen;
    private final List<String> reasons = new ArrayList<>();

    private Reasons(Selection selection, Option chosen) {
        this.selection = selection;
        this.question = selection.question();
        this.chosen = chosen;
    }

    static List<String> of(Selection selection, Option chosen) {
        Reasons reasons = new Reasons(selection, chosen);
        reasons.ofKind();
        reasons.ofCosts();
        return List.copyOf(reasons.reasons);
    }

    private void ofKind() {
        if (selection.isChosenForSpeed()) {
            add(
                    "a store access is so cheap that the time of the filter decides: lookups are the fastest with this one");
            return;
        }
        switch (chosen.kind()) {
            case BLOOM_BLOCKED, BLOOM_CLASSIC -> ofBloom();
            case CUCKOO -> ofCuckoo();
            case COUNTING -> add("keys are removed, and a cuckoo filter will not do: " + whyNot(Kind.CUCKOO));
            case SCALABLE -> ofScalable();
            case FUSE_3 -> ofFuse();
            case FUSE_4 -> {
                add("the set is fixed: a fuse filter takes the least memory");
                add("four cells a key, because three will not do: " + whyNot(Kind.FUSE_3));
            }
            case WINDOWED -> {
                add("keys are forgotten after a window: the oldest of five slices is dropped as a whole");
                add("a key is remembered for at least the window, and at most a quarter longer");
            }
            case FAMILY -> ofFamily();
        }
    }

    private void ofBloom() {
        if (question.fixedSet()) {
            add("the set is fixed, but a fuse filter is not used: " + whyNot(Kind.FUSE_3));
        } else {
            add("keys are only added, and their number is known: a Bloom filter, whose adds never fail");
        }
        Optional<Option> blocked = selection.option(Kind.BLOOM_BLOCKED);
        Optional<Option> classic = selection.option(Kind.BLOOM_CLASSIC);
        if (chosen.kind() == Kind.BLOOM_BLOCKED) {
            classic.ifPresent(other -> add("blocked: one cache line a query instead of up to " + other.cacheLines()
                    + ", for " + chosen.memoryBeside(other)));
        } else if (blocked.isPresent()) {
            add("classic; blocked is not used: " + whyNot(Kind.BLOOM_BLOCKED));
        } else {
            add("classic: the FPP is too low for blocks of one cache line");
        }
    }

    private void ofCuckoo() {
        if (question.deletes()) {
            String counting = selection
                    .option(Kind.COUNTING)
                    .map(other -> "; counters would take " + other.memoryBeside(chosen))
                    .orElse("");
            add("keys are removed: a fingerprint can be taken out again" + counting);
        } else {
            add("Bloom filters will not do: " + whyNot(Kind.BLOOM_CLASSIC));
        }
        add("mind: " + chosen.kind().caution());
    }

    private void ofScalable() {
        add("there may be more keys than expected: it grows by slices, and all together keep the FPP");
        add("the first slice takes the keys that are expected; if there are no more, there is no other");
        ScalableModel.grown(question, TIMES)
                .ifPresent(grown -> add("at " + TIMES + " times the keys it takes " + Amounts.bytes(grown.memoryBytes())
                        + " and up to " + grown.cacheLines() + " cache lines a query"));
        chosen.spec()
                .ifPresent(spec ->
                        add("below its memory ceiling there is room for " + Amounts.count(spec.capacity()) + " keys"));
    }

    private void ofFuse() {
        add("the set is fixed: a fuse filter takes the least memory");
        selection
                .option(Kind.BLOOM_CLASSIC)
                .ifPresent(bloom -> add("the smallest Bloom filter takes " + bloom.memoryBeside(chosen)
                        + ", and delivers an FPP of " + Amounts.percent(bloom.fpp()) + " instead of "
                        + Amounts.percent(chosen.fpp())));
    }

    private void ofFamily() {
        add("owners have keys of their own: each gets a small filter that grows with its keys and can be dropped");
        selection
                .option(Kind.BLOOM_CLASSIC)
                .ifPresent(one -> add("one filter over pairs of owner and key would take "
                        + Amounts.bytes(one.memoryBytes()) + ", but no owner could be dropped from it"));
        if (question.memoryBudgetBytes().isPresent()
                && chosen.memoryBytes() == question.memoryBudgetBytes().getAsLong()) {
            add("the budget does not hold all owners: those not used for the longest time are spilled to a file");
        }
    }

    private void ofCosts() {
        question.memoryBudgetBytes()
                .ifPresent(budget -> add("it takes " + Amounts.percent((double) chosen.memoryBytes() / budget)
                        + " of the memory budget"));
        chosen.latency()
                .ifPresent(latency -> add(
                        latency.pays()
                                ? "a lookup takes " + Amounts.nanos(latency.withNanos()) + " on average instead of "
                                        + Amounts.nanos(latency.withoutNanos())
                                : "beware: no filter pays here; a lookup takes " + Amounts.nanos(latency.withNanos())
                                        + " on average, and without a filter "
                                        + Amounts.nanos(latency.withoutNanos())));
    }

    /** What is in the way of a kind, or that it takes more memory. */
    private String whyNot(Kind kind) {
        return selection
                .option(kind)
                .map(option -> option.usable()
                        ? "it takes " + option.memoryBeside(chosen)
                        : String.join("; ", option.obstacles()))
                .or(() -> selection.ruledOut().stream()
                        .filter(out -> out.kind() == kind)
                        .map(RuledOut::reason)
                        .findFirst())
                .orElseThrow();
    }

    private void add(String reason) {
        reasons.add(reason);
    }
}
