package dev.bloomery.plan;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * Finds the filter for a {@link Question}.
 *
 * <pre>{@code
 * Plan plan = Planner.plan(Question.about(50_000_000, Need.CRAWLER).build());
 * System.out.println(plan);                                     // a table of all kinds
 * FilterSpec spec = plan.recommended().spec().orElseThrow();    // what to build
 * }</pre>
 *
 * <p>Arithmetic only, milliseconds for a plan and up to a second for a refusal; no filter is allocated. The same question always gets the same plan.
 */
public final class Planner {

    private Planner() {}

    /**
     * The plan for a question.
     *
     * @param question what the filter is wanted for
     * @return what to use, why, and what else there is
     * @throws PlanRefusedException if no filter can do it; it says why, and what could be done instead
     */
    public static Plan plan(Question question) {
        Selection selection = Selection.of(Objects.requireNonNull(question, "question"));
        Option chosen = selection.chosen().orElseThrow(() -> Refusals.of(selection));
        List<Option> others = selection.options().stream()
                .filter(option -> option.kind() != chosen.kind())
                .sorted(Comparator.comparing((Option option) -> !option.usable())
                        .thenComparingLong(Option::memoryBytes))
                .toList();
        return new Plan(question, chosen, Reasons.of(selection, chosen), others, selection.ruledOut());
    }
}
