package dev.bloomery.examples;

import dev.bloomery.plan.Need;
import dev.bloomery.plan.Plan;
import dev.bloomery.plan.PlanRefusedException;
import dev.bloomery.plan.Planner;
import dev.bloomery.plan.Question;
import java.io.PrintStream;
import java.time.Duration;

/**
 * Which filter for a sign-up form that looks for a billion names, most of which are free? And what can be done about a list that must
 * fit too little memory?
 */
public final class ChooseAFilter {

    private ChooseAFilter() {}

    /**
     * Prints the plan, and a refusal with what could be done instead.
     *
     * @param args none
     */
    public static void main(String[] args) {
        run(System.out);
    }

    static Plan run(PrintStream out) {
        Plan plan = Planner.plan(Question.about(1_000_000_000, Need.CRAWLER)
                .storeAccess(Duration.ofMillis(5))
                .absentShare(0.7)
                .lookupsPerDay(10_000_000)
                .build());
        out.println(plan);
        out.println();
        try {
            Planner.plan(Question.about(1_000_000, 0.01).memoryBudget(1_000_000).build());
        } catch (PlanRefusedException refused) {
            out.println(refused.getMessage());
        }
        return plan;
    }
}
