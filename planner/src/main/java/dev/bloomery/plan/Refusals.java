package dev.bloomery.plan;

import dev.bloomery.spec.BloomSizing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Says why there is no plan for a question, and looks for questions near it that have one. */
final class Refusals {
    private final Selection selection;
    private final Question question;
    private final List<Suggestion> suggestions = new ArrayList<>();

    private Refusals(Selection selection) {
        this.selection = selection;
        this.question = selection.question();
    }

    static PlanRefusedException of(Selection selection) {
        return new Refusals(selection).refusal();
    }

    private PlanRefusedException refusal() {
        boolean someKindIsAble = Selection.kinds(question).stream().anyMatch(kind -> Weighing.isAble(kind, question));
        String reason;
        if (someKindIsAble) {
            reason = noRoom();
            suggestOtherNumbers();
            suggestConcessions(1);
        } else {
            reason = "no kind of filter does all of this: "
                    + asked().stream().map(Concession::need).collect(Collectors.joining(", "));
            for (int given = 1; suggestions.isEmpty() && given <= asked().size(); given++) {
                suggestConcessions(given);
            }
        }
        return new PlanRefusedException(reason, suggestions);
    }

    private List<Concession> asked() {
        return Arrays.stream(Concession.values())
                .filter(concession -> concession.isAsked(question))
                .toList();
    }

    /** Why no kind that is able has a size that will do. */
    private String noRoom() {
        String keys =
                Amounts.count(question.totalKeys()) + " keys at an FPP of " + Amounts.percent(question.targetFpp());
        long budget = question.memoryBudgetBytes().orElse(Long.MAX_VALUE);
        String tooSmall = "a memory budget of " + Amounts.count(budget) + " bytes is too small for " + keys;
        if (budget < question.lowerBoundBytes() && question.owners().isEmpty()) {
            return tooSmall + ", whatever the filter: log2(1/FPP) bits a key are "
                    + Amounts.count(question.lowerBoundBytes()) + " bytes";
        }
        Optional<Option> smallest = selection.options().stream()
                .filter(option -> Weighing.isAble(option.kind(), question))
                .min(Comparator.comparingLong(Option::memoryBytes));
        if (smallest.isEmpty()) {
            return tooLow(keys);
        }
        String takes = "the smallest kind that does it, " + smallest.get().kind() + ", takes "
                + Amounts.count(smallest.get().memoryBytes()) + " bytes";
        return smallest.get().memoryBytes() > budget
                ? tooSmall + ": " + takes
                : "no single filter holds " + keys + ": " + takes;
    }

    /** No kind that is able has a size at all. */
    private String tooLow(String keys) {
        long hashed = question.needs().contains(Ability.OWNERS) ? question.keys() : question.totalKeys();
        double lowest = BloomSizing.lowestFpp(hashed);
        if (question.targetFpp() < lowest) {
            return "no filter holds " + keys + ": 64-bit hashes of " + Amounts.count(hashed) + " keys allow an FPP of "
                    + Amounts.percent(lowest) + " and more";
        }
        return "no filter holds " + keys + ": "
                + selection.ruledOut().stream()
                        .filter(out -> Weighing.isAble(out.kind(), question))
                        .map(out -> out.kind() + ": " + out.reason())
                        .collect(Collectors.joining("; "));
    }

    private void suggestOtherNumbers() {
        Nearest.fpp(question)
                .ifPresent(fpp -> suggest("with an FPP of " + Amounts.percent(fpp), Nearest.withFpp(question, fpp)));
        if (question.memoryBudgetBytes().isPresent()) {
            Nearest.memoryBytes(question)
                    .ifPresent(bytes -> suggest(
                            "with a memory budget of " + Amounts.count(bytes) + " bytes",
                            question.change().memoryBudget(bytes).build()));
        }
        Nearest.keys(question)
                .ifPresent(keys -> suggest(
                        "with " + Amounts.count(keys) + " keys"
                                + (question.owners().isPresent() ? " of each owner" : " in one filter"),
                        Nearest.withKeys(question, keys)));
        if (!question.fixedSet()) {
            suggest("if the set is fixed", question.change().fixedSet().build());
        }
    }

    /** All ways to give up so many needs after which there is a plan. */
    private void suggestConcessions(int number) {
        List<Concession> asked = asked();
        for (int picks = 1; picks < 1 << asked.size(); picks++) {
            if (Integer.bitCount(picks) != number) {
                continue;
            }
            QuestionBuilder changed = question.change();
            List<String> words = new ArrayList<>();
            for (int i = 0; i < asked.size(); i++) {
                if ((picks >>> i & 1) == 1) {
                    asked.get(i).apply(changed);
                    words.add(asked.get(i).toString());
                }
            }
            suggest(String.join(", and ", words), changed.build());
        }
    }

    /** Only what can be done. */
    private void suggest(String text, Question instead) {
        Selection.of(instead)
                .chosen()
                .ifPresent(option -> suggestions.add(new Suggestion(
                        text + ": " + option.kind() + ", " + Amounts.bytes(option.memoryBytes()), instead)));
    }
}
