package dev.bloomery.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What cannot be done is refused, with what could be done instead. */
class PlannerRefusalsTest {
    private static final Duration DAY = Duration.ofDays(1);

    static Stream<Arguments> contradictions() {
        return Stream.of(
                Arguments.of(Question.about(1_000_000, 0.01).fixedSet().deletes(), List.of(Kind.CUCKOO, Kind.FUSE_3)),
                Arguments.of(Question.about(1_000_000, 0.01).fixedSet().grows(), List.of(Kind.SCALABLE, Kind.FUSE_3)),
                Arguments.of(
                        Question.about(1_000_000, 0.01).fixedSet().window(DAY), List.of(Kind.WINDOWED, Kind.FUSE_3)),
                Arguments.of(Question.about(1_000_000, 0.01).deletes().grows(), List.of(Kind.SCALABLE, Kind.CUCKOO)),
                Arguments.of(
                        Question.about(1_000_000, 0.01).deletes().window(DAY), List.of(Kind.WINDOWED, Kind.CUCKOO)),
                Arguments.of(
                        Question.about(1_000_000, 0.01).grows().window(DAY), List.of(Kind.WINDOWED, Kind.SCALABLE)),
                Arguments.of(Question.about(20, 0.01).owners(1_000).deletes(), List.of(Kind.FAMILY, Kind.CUCKOO)),
                Arguments.of(Question.about(20, 0.01).owners(1_000).window(DAY), List.of(Kind.FAMILY, Kind.WINDOWED)),
                Arguments.of(
                        Question.about(20, 0.01).owners(1_000).window(DAY).deletes(),
                        List.of(Kind.FAMILY, Kind.WINDOWED, Kind.CUCKOO)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("contradictions")
    void plan_needsThatDoNotGoTogether_namesThemAndWhatEachWayOutGives(QuestionBuilder asked, List<Kind> instead) {
        PlanRefusedException refusal = refusal(asked.build());
        assertThat(refusal).hasMessageStartingWith("no kind of filter does all of this: ");
        assertThat(refusal.suggestions())
                .extracting(suggestion ->
                        Planner.plan(suggestion.question()).recommended().kind())
                .containsExactlyInAnyOrderElementsOf(instead);
    }

    @Test
    void plan_deletesInAFixedSet_saysBoth() {
        assertThat(refusal(Question.about(1_000_000, 0.01).fixedSet().deletes().build()))
                .hasMessage("""
                        no kind of filter does all of this: the set is fixed, keys are removed; what could be done:
                          - if the set may change: cuckoo, 1.31 MB
                          - without removes, building the filter anew from time to time: fuse, 3-wise, 989 kB""");
    }

    @Test
    void plan_budgetBelowTheLowerBound_saysTheBoundAndWhatFits() {
        Question asked = Question.about(1_000_000, 0.01).memoryBudget(500_000).build();
        PlanRefusedException refusal = refusal(asked);
        assertThat(refusal)
                .hasMessageStartingWith(
                        "a memory budget of 500,000 bytes is too small for 1,000,000 keys at an FPP of 1 %,"
                                + " whatever the filter: log2(1/FPP) bits a key are 830,483 bytes");
        assertThat(refusal.suggestions()).hasSize(3);
        Question otherFpp = refusal.suggestions().get(0).question();
        assertThat(otherFpp.targetFpp()).isEqualTo(0.15);
        assertThat(Nearest.isPossible(Nearest.withFpp(asked, 0.14))).isFalse();
        Question otherBudget = refusal.suggestions().get(1).question();
        assertThat(otherBudget.memoryBudgetBytes()).hasValue(1_199_136);
        assertThat(Nearest.isPossible(asked.change().memoryBudget(1_199_135).build()))
                .isFalse();
        Question fewerKeys = refusal.suggestions().get(2).question();
        assertThat(fewerKeys.keys()).isEqualTo(416_000);
        assertThat(Nearest.isPossible(Nearest.withKeys(asked, 418_000))).isFalse();
        assertAllCanBeDone(refusal);
    }

    @Test
    void plan_budgetBetweenTheBoundAndTheSmallestKind_saysTheKindAndThatAFixedSetFits() {
        PlanRefusedException refusal =
                refusal(Question.about(1_000_000, 0.01).memoryBudget(1_000_000).build());
        assertThat(refusal)
                .hasMessageContaining("the smallest kind that does it, Bloom, classic, takes 1,199,136 bytes")
                .hasMessageContaining("if the set is fixed: fuse, 3-wise, 989 kB");
        assertAllCanBeDone(refusal);
    }

    @Test
    void plan_deletesBeyondTheBudget_saysThatBloomFits() {
        PlanRefusedException refusal = refusal(Question.about(1_000_000, 0.01)
                .deletes()
                .memoryBudget(1_280_000)
                .build());
        assertThat(refusal)
                .hasMessageContaining("the smallest kind that does it, cuckoo, takes 1,314,694 bytes")
                .hasMessageContaining("without removes, building the filter anew from time to time: Bloom, blocked");
        assertAllCanBeDone(refusal);
    }

    @Test
    void plan_fppBelowWhatHashesAllow_saysTheLowest() {
        PlanRefusedException refusal = refusal(Question.about(1_000_000, 1e-14).build());
        assertThat(refusal)
                .hasMessageContaining("64-bit hashes of 1,000,000 keys allow an FPP of 1.08e-13 and more")
                .hasMessageContaining("with an FPP of 1.10e-13: Bloom, classic");
        assertAllCanBeDone(refusal);
    }

    @Test
    void plan_growsAtTheLowestFpp_saysThatAFilterOfFixedSizeCan() {
        PlanRefusedException refusal =
                refusal(Question.about(1_000_000, 1.5e-13).grows().build());
        assertThat(refusal)
                .hasMessageContaining("scalable Bloom: targetFpp is 1.5E-13, too low for a filter that grows")
                .hasMessageContaining("instead of growing: Bloom, classic");
        assertAllCanBeDone(refusal);
    }

    @Test
    void plan_moreKeysThanOneFilterHolds_saysHowManyItHolds() {
        PlanRefusedException refusal =
                refusal(Question.about(1_000_000_000_000L, 0.01).build());
        assertThat(refusal)
                .hasMessageStartingWith("no single filter holds 1,000,000,000,000 keys at an FPP of 1 %")
                .hasMessageContaining("with 14,300,000,000 keys in one filter: Bloom, classic")
                .hasMessageContaining("if the set is fixed: fuse, 3-wise");
        assertAllCanBeDone(refusal);
    }

    @Test
    void plan_familyWithTooSmallABudget_saysTheLeast() {
        PlanRefusedException refusal = refusal(Question.about(20, 0.01)
                .owners(1_000_000)
                .memoryBudget(5_000_000)
                .build());
        assertThat(refusal).hasMessageContaining("with a memory budget of 14,185,152 bytes: family, 14.2 MB");
        assertAllCanBeDone(refusal);
    }

    private static void assertAllCanBeDone(PlanRefusedException refusal) {
        assertThat(refusal.suggestions()).isNotEmpty().allSatisfy(suggestion -> {
            Plan plan = Planner.plan(suggestion.question());
            assertThat(suggestion.text()).contains(plan.recommended().kind().toString());
        });
    }

    private static PlanRefusedException refusal(Question question) {
        PlanRefusedException refusal = catchThrowableOfType(PlanRefusedException.class, () -> Planner.plan(question));
        assertThat(refusal).as("a refusal of: " + question).isNotNull();
        return refusal;
    }
}
