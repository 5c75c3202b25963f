package dev.bloomery.plan;

import java.util.List;

/**
 * The answer to a {@link Question}: what to use, why, and what else there is.
 *
 * @param question what was asked
 * @param recommended what to use
 * @param reasons why, one sentence each
 * @param alternatives the other kinds: first those that would do too, by memory, then those that would not
 * @param ruledOut kinds that have no size for this question
 */
public record Plan(
        Question question,
        Option recommended,
        List<String> reasons,
        List<Option> alternatives,
        List<RuledOut> ruledOut) {

    public Plan {
        reasons = List.copyOf(reasons);
        alternatives = List.copyOf(alternatives);
        ruledOut = List.copyOf(ruledOut);
    }

    /** A table and what there is to say about each kind, in lines of up to a hundred characters; fit for a terminal. */
    @Override
    public String toString() {
        return PlanTable.of(this);
    }
}
