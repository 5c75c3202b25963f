package app;

import dev.bloomery.plan.Need;
import dev.bloomery.plan.Plan;
import dev.bloomery.plan.Planner;
import dev.bloomery.plan.Question;
import dev.bloomery.spec.FilterSpec;

/** Asks for a plan and reads the spec of what it recommends. */
final class Main {
    private Main() {}

    public static void main(String[] args) {
        Plan plan = Planner.plan(Question.about(50_000_000, Need.CRAWLER).build());
        FilterSpec spec = plan.recommended().spec().orElseThrow();
        System.out.print(spec.toString().isEmpty() ? "empty spec" : "ok");
    }
}
