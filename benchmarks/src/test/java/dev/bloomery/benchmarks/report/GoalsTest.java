package dev.bloomery.benchmarks.report;

import static dev.bloomery.benchmarks.report.MadeUp.result;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.benchmarks.report.Goal.Verdict;
import dev.bloomery.benchmarks.result.Names;
import dev.bloomery.benchmarks.result.Result;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GoalsTest {
    @Test
    void of_nothing_noneIsMeasured() {
        List<Goal> goals = Goals.of(List.of());
        assertThat(goals).hasSize(87).allMatch(goal -> goal.verdict() == Verdict.NOT_MEASURED);
        assertThat(goals)
                .allMatch(goal -> goal.reached().isEmpty() && !goal.from().isEmpty());
    }

    @Test
    void of_everything_allAreDecided() {
        List<Goal> goals = Goals.of(MadeUp.run());
        assertThat(goals).noneMatch(goal -> goal.verdict() == Verdict.NOT_MEASURED);
        assertThat(goals.stream().filter(goal -> goal.verdict() == Verdict.FOR_INFORMATION))
                .hasSize(4)
                .allMatch(goal -> goal.what().contains("static"));
        assertThat(Goals.table(goals)).contains("81 hold, 6 do not, 0 are not measured");
    }

    @ParameterizedTest
    @CsvSource({"75, 7.50x, YES", "74.99, 7.49x, NO"})
    void againstGuava_atTheLimit_isDecidedByIt(double guava, String reached, Verdict verdict) {
        Goal goal = goal(
                "long 1M",
                "hit against guava",
                result(Names.BLOCKED, Goals.LONG_1M, Names.HIT, 10),
                result(Names.GUAVA, Goals.LONG_1M, Names.HIT, guava));
        assertThat(goal.reached()).isEqualTo(reached);
        assertThat(goal.verdict()).isEqualTo(verdict);
    }

    @Test
    void againstGuava_thatDoesNotDeliver_isNotMeasured() {
        Goal goal = goal(
                "long 1M",
                "hit against guava",
                result(Names.BLOCKED, Goals.LONG_1M, Names.HIT, 10),
                result(Names.GUAVA, Goals.LONG_1M, Names.HIT, 100, 0.012, 9));
        assertThat(goal.verdict()).isEqualTo(Verdict.NOT_MEASURED);
        assertThat(goal.from()).isEqualTo("guava does not deliver the FPP");
    }

    @Test
    void againstGuava_oursDoesNotDeliver_fails() {
        Goal goal = goal(
                "long 1M",
                "hit against guava",
                result(Names.BLOCKED, Goals.LONG_1M, Names.HIT, 10, 0.012, 9),
                result(Names.GUAVA, Goals.LONG_1M, Names.HIT, 100));
        assertThat(goal.verdict()).isEqualTo(Verdict.NO);
        assertThat(goal.from()).contains("ours does not deliver the FPP");
    }

    @Test
    void againstFastestPeer_staticCountingAndWrongOnes_doNotCount() {
        Result[] results = {
            result(Names.BLOCKED, Goals.LONG_1M, Names.MIX, 10),
            result(Names.FASTFILTER_XOR8, Goals.LONG_1M, Names.MIX, 1, 0.004, 9.8),
            result(Names.FASTFILTER_COUNTING, Goals.LONG_1M, Names.MIX, 2, 0.01, 40),
            result(Names.COMMONS, Goals.LONG_1M, Names.MIX, 3, 0.02, 9.6),
            result("hashset", Goals.LONG_1M, Names.MIX, 4, 0, 500),
            result(Names.FASTFILTER_BLOCKED, Goals.LONG_1M, Names.MIX, 15, 0.01, 11),
            result(Names.GUAVA, Goals.LONG_1M, Names.MIX, 90, 0.01, 9.6)
        };
        Goal mix = goal("long 1M", "mix against the fastest peer", results);
        assertThat(mix.reached()).isEqualTo("1.50x");
        assertThat(mix.verdict()).isEqualTo(Verdict.YES);
        assertThat(mix.from()).contains("fastfilter blocked");
        Goal bits = goal("long 1M", "bits a key beside the fastest peers", results);
        assertThat(bits.verdict()).isEqualTo(Verdict.YES);
        assertThat(bits.from()).isEqualTo("10.10 against fastfilter blocked 11.00");
    }

    @Test
    void bits_moreThanThoseOfTheFastestPeer_fails() {
        Goal bits = goal(
                "long 1M",
                "bits a key beside the fastest peers",
                result(Names.BLOCKED, Goals.LONG_1M, Names.HIT, 10, 0.01, 10.1),
                result(Names.FASTFILTER_BLOCKED, Goals.LONG_1M, Names.HIT, 15, 0.01, 10));
        assertThat(bits.verdict()).isEqualTo(Verdict.NO);
    }

    @Test
    void batch_againstPeers_takesTheirBestWay() {
        List<Result> results = new ArrayList<>(List.of(
                result(Names.BLOCKED, Goals.LONG_100M, Names.BATCH_HIT, 10),
                result(Names.FASTFILTER_BLOCKED, Goals.LONG_100M, Names.HIT, 25)));
        assertThat(goal("long 100M", "batch hit against the fastest peer", results)
                        .reached())
                .isEqualTo("2.50x");
        results.add(result(Names.FASTFILTER_BLOCKED, Goals.LONG_100M, Names.BATCH_HIT, 15));
        assertThat(goal("long 100M", "batch hit against the fastest peer", results)
                        .verdict())
                .isEqualTo(Verdict.NO);
    }

    @Test
    void batch_overFloor_addsReadAndHash() {
        Goal goal = goal(
                "long 100M",
                "batch miss over overlapped read + hash",
                result(Names.BLOCKED, Goals.LONG_100M, Names.BATCH_MISS, 9),
                result(Names.FLOOR, Goals.LONG_100M, Names.OVERLAPPED_READ, 5),
                result(Names.FLOOR, Goals.LONG_100M, Names.HASH, 1));
        assertThat(goal.reached()).isEqualTo("1.50");
        assertThat(goal.verdict()).isEqualTo(Verdict.YES);
    }

    @ParameterizedTest
    @CsvSource({"10, 2.00x, YES", "14.2, 1.40x, YES", "14.4, 1.38x, NO", "20, 1.00x, NO"})
    void scaling_isTheRateOfAllThreads(double nanosOfTwo, String reached, Verdict verdict) {
        Goal goal = goal(
                "long 1M",
                "shared add: rate of 2 threads over 1",
                result(Names.BLOCKED_SHARED, Goals.LONG_1M, Names.ADD, 10),
                result(Names.BLOCKED_SHARED, Goals.LONG_1M.withThreads(2), Names.ADD, nanosOfTwo));
        assertThat(goal.reached()).isEqualTo(reached);
        assertThat(goal.verdict()).isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource({
        "10, 40, 13, 40, YES",
        "10, 40, 12.9, 40, NO",
        "10, 42, 13, 40, NO",
        "10, 45, 20, 40, YES",
        "10, 47, 20, 40, NO"
    })
    void counting_fasterInNoMoreOrTwiceInALittleMore(
            double ours, double ourBits, double peer, double peerBits, Verdict verdict) {
        Goal goal = goal(
                "long 1M",
                "counting remove against fastfilter counting",
                result(Names.COUNTING, Goals.LONG_1M, Names.REMOVE, ours, 0.01, ourBits),
                result(Names.FASTFILTER_COUNTING, Goals.LONG_1M, Names.REMOVE, peer, 0.01, peerBits));
        assertThat(goal.verdict()).isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource({"0.1, YES", "0.5, NO", "24, NO"})
    void allocated_halfAByte_isTooMuch(double bytes, Verdict verdict) {
        Result hit = new Result(Names.BLOCKED, "url", 1_000_000, 0.01, 1, Names.HIT, 20, 1, bytes, 0.01, 10, 0.01, 10);
        assertThat(goal("url 1M", "hit: bytes allocated", hit).verdict()).isEqualTo(verdict);
    }

    @Test
    void hardened_isSetAgainstDefaultAndGuava() {
        Result[] results = {
            result(Names.BLOCKED, Goals.URL_1M, Names.HIT, 10),
            result(Names.BLOCKED_HARDENED, Goals.URL_1M, Names.HIT, 31),
            result(Names.GUAVA, Goals.URL_1M, Names.HIT, 40)
        };
        Goal slower = goal("url 1M", "hardened hit: times as long as default", results);
        assertThat(slower.reached()).isEqualTo("3.10");
        assertThat(slower.verdict()).isEqualTo(Verdict.NO);
        assertThat(goal("url 1M", "blocked hardened hit against guava", results).verdict())
                .isEqualTo(Verdict.YES);
    }

    @Test
    void bulkAdd_isSetAgainstSingleAdds() {
        Goal goal = goal(
                "long 100M",
                "bulk add against single adds",
                result(Names.BLOCKED, Goals.LONG_100M, Names.ADD, 30),
                result(Names.BLOCKED, Goals.LONG_100M, Names.BULK_ADD, 20));
        assertThat(goal.verdict()).isEqualTo(Verdict.YES);
    }

    private static Goal goal(String where, String what, Result... results) {
        return goal(where, what, List.of(results));
    }

    private static Goal goal(String where, String what, List<Result> results) {
        return Goals.of(results).stream()
                .filter(goal -> goal.where().equals(where) && goal.what().equals(what))
                .reduce((one, other) -> {
                    throw new AssertionError("twice: " + one + " and " + other);
                })
                .orElseThrow();
    }
}
