package dev.bloomery.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is recommended for uses that people have. */
class PlannerCasesTest {

    static Stream<Arguments> cases() {
        return Stream.of(
                expect("crawler, 50 million pages", Question.about(50_000_000, Need.CRAWLER), Kind.BLOOM_BLOCKED),
                expect(
                        "sign-up form, a billion names",
                        Question.about(1_000_000_000, Need.CRAWLER)
                                .storeAccess(Duration.ofMillis(5))
                                .absentShare(0.7)
                                .lookupsPerDay(10_000_000),
                        Kind.BLOOM_BLOCKED),
                expect("cache hint", Question.about(5_000_000, Need.CACHE_HINT), Kind.BLOOM_BLOCKED),
                expect("messages to drop", Question.about(10_000_000, Need.DEDUPLICATION), Kind.BLOOM_BLOCKED),
                expect("coupons", Question.about(10_000_000, Need.MONEY), Kind.BLOOM_CLASSIC),
                expect("SSTable, 200,000 rows", Question.about(200_000, 0.01).fixedSet(), Kind.FUSE_3),
                expect(
                        "block list",
                        Question.about(3_000_000, Need.DEDUPLICATION).fixedSet(),
                        Kind.FUSE_3),
                expect(
                        "leaked passwords, 900 million",
                        Question.about(900_000_000, 0.004).fixedSet(),
                        Kind.FUSE_3),
                expect("sessions that end", Question.about(2_000_000, 0.001).deletes(), Kind.CUCKOO),
                expect("a hundred open orders", Question.about(100, Need.MONEY).deletes(), Kind.CUCKOO),
                expect(
                        "deletes, 3 billion keys",
                        Question.about(3_000_000_000L, 0.01).deletes(),
                        Kind.COUNTING),
                expect("deletes at 1e-12", Question.about(10_000, 1e-12).deletes(), Kind.COUNTING),
                expect(
                        "log lines that grow",
                        Question.about(1_000_000, Need.DEDUPLICATION).grows(),
                        Kind.SCALABLE),
                expect(
                        "grows within 100 MB",
                        Question.about(10_000_000, 0.01).grows().memoryBudget(100_000_000),
                        Kind.SCALABLE),
                expect(
                        "feed, seen in 30 days",
                        Question.about(20_000_000, 0.01).window(Duration.ofDays(30)),
                        Kind.WINDOWED),
                expect(
                        "replay guard, 10 minutes",
                        Question.about(100_000, Need.MONEY).window(Duration.ofMinutes(10)),
                        Kind.WINDOWED),
                expect(
                        "articles read, a million users",
                        Question.about(20, 0.01).owners(1_000_000),
                        Kind.FAMILY),
                expect(
                        "growing lists of users",
                        Question.about(50, 0.01).owners(10_000).grows(),
                        Kind.FAMILY),
                expect(
                        "articles read, a third of them in memory",
                        Question.about(20, 0.01).owners(1_000_000).memoryBudget(20_000_000),
                        Kind.FAMILY),
                expect(
                        "rights of users, published nightly",
                        Question.about(20, 0.001).owners(100_000).fixedSet(),
                        Kind.FUSE_3),
                expect("one key", Question.about(1, 0.01), Kind.BLOOM_CLASSIC),
                expect("ten keys", Question.about(10, 0.01), Kind.BLOOM_CLASSIC),
                expect("ten fixed keys", Question.about(10, 0.01).fixedSet(), Kind.BLOOM_CLASSIC),
                expect("1e-9", Question.about(1_000_000, 1e-9), Kind.BLOOM_CLASSIC),
                expect("fixed, 1e-9", Question.about(1_000_000, 1e-9).fixedSet(), Kind.FUSE_3),
                expect("FPP of a half", Question.about(1_000_000, 0.5), Kind.BLOOM_CLASSIC),
                expect("budget with room", Question.about(1_000_000, 0.01).memoryBudget(2_000_000), Kind.BLOOM_BLOCKED),
                expect(
                        "budget for classic only",
                        Question.about(1_000_000, 0.01).memoryBudget(1_250_000),
                        Kind.BLOOM_CLASSIC),
                expect(
                        "budget of classic to the byte",
                        Question.about(1_000_000, 0.01).memoryBudget(1_199_136),
                        Kind.BLOOM_CLASSIC),
                expect(
                        "budget for cuckoo only",
                        Question.about(1_000_000, Need.MONEY).memoryBudget(2_300_000),
                        Kind.CUCKOO),
                expect(
                        "fixed, budget for four cells only",
                        Question.about(1_000_000, 0.01).fixedSet().memoryBudget(950_000),
                        Kind.FUSE_4),
                expect(
                        "fixed, store in memory",
                        Question.about(1_000_000, 0.01)
                                .fixedSet()
                                .storeAccess(Duration.ofNanos(100))
                                .absentShare(1),
                        Kind.BLOOM_BLOCKED),
                expect(
                        "fixed, store on a disk",
                        Question.about(1_000_000, 0.01)
                                .fixedSet()
                                .storeAccess(Duration.ofMillis(1))
                                .absentShare(1),
                        Kind.FUSE_3),
                expect(
                        "money, store in memory",
                        Question.about(1_000_000, Need.MONEY)
                                .storeAccess(Duration.ofNanos(300))
                                .absentShare(0.9),
                        Kind.BLOOM_BLOCKED));
    }

    private static Arguments expect(String use, QuestionBuilder question, Kind kind) {
        return Arguments.of(use, question.build(), kind);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void plan_use_recommends(String use, Question question, Kind kind) {
        Plan plan = Planner.plan(question);
        assertThat(plan.recommended().kind()).as(use).isEqualTo(kind);
        assertThat(plan.recommended().usable()).isTrue();
        assertThat(plan.reasons()).isNotEmpty();
        assertThat(plan.alternatives().size() + plan.ruledOut().size() + 1)
                .isEqualTo(Selection.kinds(question).size());
    }

    @Test
    void plan_needs_haveTheFppOfTheirName() {
        assertThat(Need.values()).extracting(Need::targetFpp).containsExactly(0.1, 0.01, 0.001, 0.0001);
        assertThat(Planner.plan(Question.about(1_000_000, Need.MONEY).build())
                        .recommended()
                        .fpp())
                .isLessThanOrEqualTo(0.0001);
    }

    @Test
    void plan_lookups_saysWhatIsSavedAndWhatALookupTakes() {
        Option option = Planner.plan(Question.about(1_000_000, 0.01)
                        .storeAccess(Duration.ofMillis(1))
                        .absentShare(0.8)
                        .lookupsPerDay(1_000_000)
                        .build())
                .recommended();
        assertThat(option.accessesAvoidedPerDay()).hasValue(Math.round(800_000 * (1 - option.fpp())));
        Latency latency = option.latency().orElseThrow();
        assertThat(latency.withoutNanos()).isEqualTo(1e6);
        double asked = 0.2 + 0.8 * option.fpp();
        assertThat(latency.withNanos()).isBetween(asked * 1e6, asked * 1e6 + 100);
        assertThat(latency.pays()).isTrue();
    }

    @Test
    void plan_withoutAbsentShare_saysNothingAboutSavings() {
        Option option = Planner.plan(Question.about(1_000_000, 0.01)
                        .storeAccess(Duration.ofMillis(1))
                        .lookupsPerDay(1_000_000)
                        .build())
                .recommended();
        assertThat(option.accessesAvoidedPerDay()).isEmpty();
        assertThat(option.latency()).isEmpty();
    }

    @Test
    void plan_storeFasterThanAnyFilter_warns() {
        Plan plan = Planner.plan(Question.about(100_000_000, 0.01)
                .storeAccess(Duration.ofNanos(50))
                .absentShare(0.5)
                .build());
        assertThat(plan.recommended().latency().orElseThrow().pays()).isFalse();
        assertThat(plan.reasons()).anyMatch(reason -> reason.startsWith("beware: no filter pays here"));
    }

    @Test
    void toString_allFigures_staysWithinAHundredCharacters() {
        Plan plan = Planner.plan(Question.about(20, 0.01)
                .owners(1_000_000_000)
                .storeAccess(Duration.ofMillis(5))
                .absentShare(0.7)
                .lookupsPerDay(100_000_000)
                .build());
        assertThat(plan.toString().lines()).allMatch(line -> line.length() <= 101);
        assertThat(plan.toString())
                .contains("family ", "lower bound", "no filter", "cannot drop the keys of one owner");
    }
}
