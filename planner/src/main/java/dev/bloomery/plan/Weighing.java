package dev.bloomery.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Holds a sized filter against the question: what stands in its way, what it saves. */
final class Weighing {
    /** Room for rounding, as the plans of the kinds allow it. */
    private static final double ROUNDING = 1 + 1e-6;

    private Weighing() {}

    static Option option(Kind kind, Question question, Sized sized) {
        return new Option(
                kind,
                sized.spec(),
                sized.text(),
                sized.exact(),
                sized.memoryBytes(),
                8.0 * sized.memoryBytes() / question.totalKeys(),
                sized.fpp(),
                sized.cacheLines(),
                accessesAvoided(question, sized.fpp()),
                latency(question, sized),
                obstacles(kind, question, sized));
    }

    /** Whether a kind is able to do all that is asked, at whatever size. */
    static boolean isAble(Kind kind, Question question) {
        return disabilities(kind, question).isEmpty();
    }

    private static List<String> disabilities(Kind kind, Question question) {
        List<String> found = new ArrayList<>();
        for (Ability need : question.needs()) {
            if (question.fixedSet()) {
                found.add("the set is fixed, and yet " + need.need());
            } else if (!kind.can(need)) {
                found.add("cannot " + need);
            }
        }
        return found;
    }

    private static List<String> obstacles(Kind kind, Question question, Sized sized) {
        List<String> found = disabilities(kind, question);
        if (!sized.fitsHeap()) {
            found.add("needs " + Amounts.bytes(sized.memoryBytes()) + ", more than one filter of this kind holds");
        }
        long budget = question.memoryBudgetBytes().orElse(Long.MAX_VALUE);
        if (sized.memoryBytes() > budget) {
            found.add("needs " + Amounts.count(sized.memoryBytes() - budget) + " bytes more than the budget");
        }
        if (sized.fpp() > question.targetFpp() * ROUNDING) {
            found.add("its FPP is " + Amounts.percent(sized.fpp()));
        }
        return found;
    }

    private static OptionalLong accessesAvoided(Question question, double fpp) {
        if (question.lookupsPerDay().isEmpty() || question.absentShare().isEmpty()) {
            return OptionalLong.empty();
        }
        double absent =
                question.lookupsPerDay().getAsLong() * question.absentShare().getAsDouble();
        return OptionalLong.of(Math.round(absent * (1 - fpp)));
    }

    private static Optional<Latency> latency(Question question, Sized sized) {
        if (question.storeAccess().isEmpty() || question.absentShare().isEmpty()) {
            return Optional.empty();
        }
        double access = Amounts.inNanos(question.storeAccess().get());
        double absent = question.absentShare().getAsDouble();
        double asked = 1 - absent + absent * sized.fpp();
        double query = QueryTime.nanos(sized.memoryBytes(), sized.cacheLines());
        return Optional.of(new Latency(access, query + asked * access));
    }
}
