package dev.bloomery.plan;

import dev.bloomery.spec.BloomSizing;
import dev.bloomery.spec.Layout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * All kinds sized for a question, and the one to use: docs/adr/0019.
 *
 * @param options the kinds that have a size, usable or not
 * @param ruledOut those that have none
 */
record Selection(Question question, List<Option> options, List<RuledOut> ruledOut) {
    /** Below this the time of the filter itself decides, not its memory: docs/adr/0019. */
    private static final Duration CHEAP_ACCESS = Duration.ofNanos(2_000);

    private static final Set<Kind> FAST_KINDS = EnumSet.of(Kind.BLOOM_BLOCKED, Kind.BLOOM_CLASSIC, Kind.FUSE_3);
    private static final double WORTH_IT = 0.95;

    static Selection of(Question question) {
        List<Option> options = new ArrayList<>();
        List<RuledOut> ruledOut = new ArrayList<>();
        for (Kind kind : kinds(question)) {
            try {
                options.add(Weighing.option(kind, question, Sizes.of(kind, question)));
            } catch (IllegalArgumentException noSize) {
                ruledOut.add(new RuledOut(kind, String.valueOf(noSize.getMessage())));
            }
        }
        return new Selection(question, List.copyOf(options), List.copyOf(ruledOut));
    }

    /** Those that mean something here: no window, no windowed filter. */
    static List<Kind> kinds(Question question) {
        return Arrays.stream(Kind.values())
                .filter(kind -> kind != Kind.WINDOWED || question.window().isPresent())
                .filter(kind -> kind != Kind.FAMILY || question.owners().isPresent())
                .toList();
    }

    /** The recommended one; nothing if none is usable. */
    Optional<Option> chosen() {
        List<Option> usable = options.stream().filter(Option::usable).toList();
        Optional<Option> usual = usual(usable);
        return accessIsCheap() ? usual.map(option -> fastest(usable, option)) : usual;
    }

    /** Where the access costs little: of the kinds for adds or for a fixed set the fastest, if it is faster by more than a little. */
    private static Option fastest(List<Option> usable, Option usual) {
        if (!FAST_KINDS.contains(usual.kind())) {
            return usual;
        }
        return usable.stream()
                .filter(option -> FAST_KINDS.contains(option.kind()))
                .filter(option -> nanos(option) < WORTH_IT * nanos(usual))
                .min(Comparator.comparingDouble(Selection::nanos))
                .orElse(usual);
    }

    private static double nanos(Option option) {
        return option.latency().orElseThrow().withNanos();
    }

    private Optional<Option> usual(List<Option> usable) {
        if (question.fixedSet()) {
            return smallest(usable, option -> option.kind() == Kind.FUSE_3 || option.kind() == preferredBloom(usable))
                    .or(() -> smallest(usable, option -> true));
        }
        if (question.deletes()) {
            return first(usable, Kind.CUCKOO, Kind.COUNTING);
        }
        if (question.grows()
                || question.window().isPresent()
                || question.owners().isPresent()) {
            return first(usable, Kind.FAMILY, Kind.WINDOWED, Kind.SCALABLE);
        }
        return first(usable, preferredBloom(usable), Kind.BLOOM_CLASSIC, Kind.CUCKOO);
    }

    /** The time of the filter decided, against the usual rules. */
    boolean isChosenForSpeed() {
        List<Option> usable = options.stream().filter(Option::usable).toList();
        return !chosen().equals(usual(usable));
    }

    private boolean accessIsCheap() {
        return question.absentShare().isPresent()
                && question.storeAccess()
                        .filter(time -> time.compareTo(CHEAP_ACCESS) < 0)
                        .isPresent();
    }

    /** The layout that auto picks. */
    private Kind preferredBloom(List<Option> usable) {
        if (usable.stream().noneMatch(option -> option.kind() == Kind.BLOOM_BLOCKED)) {
            return Kind.BLOOM_CLASSIC;
        }
        Layout layout = BloomSizing.of(Layout.AUTO, question.totalKeys(), question.targetFpp())
                .layout();
        return layout == Layout.BLOCKED ? Kind.BLOOM_BLOCKED : Kind.BLOOM_CLASSIC;
    }

    private static Optional<Option> smallest(List<Option> usable, Predicate<Option> among) {
        return usable.stream().filter(among).min(Comparator.comparingLong(Option::memoryBytes));
    }

    private static Optional<Option> first(List<Option> usable, Kind... inOrder) {
        return Arrays.stream(inOrder)
                .flatMap(kind -> usable.stream().filter(option -> option.kind() == kind))
                .findFirst();
    }

    /** The option of a kind, if it has one. */
    Optional<Option> option(Kind kind) {
        return options.stream().filter(option -> option.kind() == kind).findFirst();
    }
}
