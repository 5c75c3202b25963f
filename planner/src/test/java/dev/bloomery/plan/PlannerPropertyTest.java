package dev.bloomery.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.spec.FilterSpec;
import dev.bloomery.support.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** No plan for a random question breaks what it promises, and every refusal offers something that can be done, or nothing can. */
class PlannerPropertyTest {
    private static final long SEED = Seeds.orElse(20_261_116);
    private static final List<Need> NEEDS = List.of(Need.values());
    private static final int QUESTIONS = 60;
    private static final int MANY_QUESTIONS = 2_000;

    @Test
    void plan_randomQuestions_keepsItsPromises() {
        askRandomly(QUESTIONS, SEED);
    }

    @Test
    @Tag("long")
    void plan_manyRandomQuestions_keepsItsPromises() {
        askRandomly(MANY_QUESTIONS, SEED + 1);
    }

    private static void askRandomly(int questions, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int plans = 0;
        int refusals = 0;
        for (int i = 0; i < questions; i++) {
            Question question = question(random);
            String what = "seed " + seed + ", question " + i + ": " + question;
            try {
                Plan plan = Planner.plan(question);
                assertThat(broken(plan)).as(what).isEmpty();
                plans++;
            } catch (PlanRefusedException refused) {
                for (Suggestion suggestion : refused.suggestions()) {
                    assertThat(broken(Planner.plan(suggestion.question())))
                            .as("%s, suggestion %s", what, suggestion)
                            .isEmpty();
                }
                refusals++;
            }
        }
        assertThat(plans).as("plans").isGreaterThan(questions / 4);
        assertThat(refusals).as("refusals").isGreaterThan(questions / 10);
    }

    /** The control: a plan whose recommended option is swapped for one that will not do is found out. */
    @Test
    void broken_planWithAnUnusableOption_saysWhatIsBroken() {
        Plan deletes = Planner.plan(Question.about(1_000_000, 0.01)
                .deletes()
                .memoryBudget(2_000_000)
                .build());
        int caught = 0;
        for (Option wrong : deletes.alternatives()) {
            Plan swapped = new Plan(deletes.question(), wrong, deletes.reasons(), List.of(), List.of());
            caught += broken(swapped).isEmpty() ? 0 : 1;
        }
        assertThat(caught).isEqualTo(deletes.alternatives().size());
    }

    /** Looks at the recommended option without asking the planner what it thinks of it. */
    private static List<String> broken(Plan plan) {
        Question question = plan.question();
        Option option = plan.recommended();
        List<String> broken = new ArrayList<>();
        if (option.memoryBytes() > question.memoryBudgetBytes().orElse(Long.MAX_VALUE)) {
            broken.add("above the budget: " + option.memoryBytes());
        }
        if (!(option.fpp() <= question.targetFpp() * (1 + 1e-6))) {
            broken.add("above the FPP: " + option.fpp());
        }
        if (option.kind() != Kind.FAMILY && option.memoryBytes() < question.lowerBoundBytes() / 2) {
            broken.add("below the lower bound: " + option.memoryBytes());
        }
        if (!question.fixedSet() && !option.kind().can(Ability.ADD)) {
            broken.add("takes no keys");
        }
        if (question.fixedSet()
                && (question.deletes() || question.grows() || question.window().isPresent())) {
            broken.add("a fixed set that changes");
        }
        if (question.deletes() && !option.kind().can(Ability.REMOVE)) {
            broken.add("cannot remove");
        }
        if (question.grows() && !option.kind().can(Ability.GROW)) {
            broken.add("cannot grow");
        }
        if (question.window().isPresent() && !option.kind().can(Ability.FORGET)) {
            broken.add("cannot forget");
        }
        if (question.owners().isPresent()
                && !question.fixedSet()
                && !option.kind().can(Ability.OWNERS)) {
            broken.add("cannot drop an owner");
        }
        option.spec().ifPresent(spec -> {
            if (!FilterSpec.parse(spec.toString()).equals(spec)) {
                broken.add("the spec does not survive its text form");
            }
            if (spec.capacity() < question.totalKeys() || spec.targetFpp() != question.targetFpp()) {
                broken.add("the spec is for other keys or another FPP: " + spec);
            }
        });
        if (plan.toString().isBlank() || plan.reasons().isEmpty()) {
            broken.add("says nothing");
        }
        return broken;
    }

    private static Question question(SplittableRandom random) {
        long keys = (long) Math.pow(10, 9.5 * random.nextDouble());
        QuestionBuilder question = random.nextInt(3) == 0
                ? Question.about(keys, NEEDS.get(random.nextInt(NEEDS.size())))
                : Question.about(keys, Math.pow(10, -random.nextDouble(0.05, random.nextInt(4) == 0 ? 15 : 6)));
        if (random.nextInt(4) == 0) {
            question.fixedSet();
        }
        if (random.nextInt(4) == 0) {
            question.deletes();
        }
        if (random.nextInt(6) == 0) {
            question.grows();
        }
        if (random.nextInt(6) == 0) {
            question.window(Duration.ofSeconds(1 + random.nextInt(10_000_000)));
        }
        if (random.nextInt(6) == 0) {
            question.owners(1 + random.nextLong(Math.min(10_000_000, (1L << 40) / keys)));
        }
        if (random.nextInt(2) == 0) {
            Question soFar = question.build();
            question.memoryBudget(Math.max(
                    1, (long) (soFar.lowerBoundBytes() * Math.pow(10, random.nextDouble(-0.5, 1)))));
        }
        if (random.nextInt(2) == 0) {
            question.storeAccess(Duration.ofNanos(1 + (long) Math.pow(10, 8 * random.nextDouble())))
                    .absentShare(random.nextDouble())
                    .lookupsPerDay(random.nextLong(1_000_000_000));
        }
        return question.build();
    }
}
