package dev.bloomery.benchmarks.report;

import static dev.bloomery.benchmarks.report.MadeUp.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.bloomery.benchmarks.report.Change.Verdict;
import dev.bloomery.benchmarks.result.Names;
import dev.bloomery.benchmarks.result.Result;
import dev.bloomery.support.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CompareTest {
    @Test
    void verdict_allRoundsSlowerAndMedianBeyondThreePercent_isSlower() {
        assertThat(change(1.04, 1.001, 1.06, 1.05, 1.02).verdict()).isEqualTo(Verdict.SLOWER);
        assertThat(change(0.96, 0.999, 0.94, 0.95, 0.98).verdict()).isEqualTo(Verdict.FASTER);
    }

    @Test
    void verdict_oneRoundOnTheOtherSide_isNoise() {
        assertThat(change(1.04, 0.999, 1.06, 1.05, 1.50).verdict()).isEqualTo(Verdict.SAME);
        assertThat(change(0.96, 1.001, 0.94, 0.95, 0.50).verdict()).isEqualTo(Verdict.SAME);
    }

    @Test
    void verdict_medianWithinThreePercent_isNoise() {
        assertThat(change(1.02, 1.03, 1.01, 1.40, 1.029).verdict()).isEqualTo(Verdict.SAME);
    }

    @Test
    void verdict_threeRounds_isOpen() {
        assertThat(change(2, 2, 2).verdict()).isEqualTo(Verdict.OPEN);
        assertThat(change(2, 2, 2, 2).verdict()).isEqualTo(Verdict.SLOWER);
    }

    @Test
    void verdict_machineThatBecomesSlower_isNoise() {
        double[] before = {10, 11, 12, 14, 18};
        double[] after = {10.1, 11.05, 11.9, 14.1, 18.2};
        assertThat(new Change(before, after).verdict()).isEqualTo(Verdict.SAME);
    }

    @Test
    void verdict_equalCommitsWithTwoPercentNoise_areRarelyCalledChanged() {
        Random random = new Random(Seeds.orElse(1));
        int changed = 0;
        for (int i = 0; i < 10_000; i++) {
            double[] ratios = new double[5];
            for (int round = 0; round < ratios.length; round++) {
                ratios[round] = 1 + 0.02 * random.nextGaussian();
            }
            changed += change(ratios).verdict() == Verdict.SAME ? 0 : 1;
        }
        assertThat(changed).isLessThan(50); // half a percent
    }

    @Test
    void text_slowerOperation_isNamedWithItsRange() {
        Compare compare = new Compare(runs(10, 5), runs(11, 5));
        assertThat(compare.count(Verdict.SLOWER)).isEqualTo(1);
        assertThat(compare.text())
                .containsPattern(
                        "bloomery blocked \\| 1M long \\| miss +\\| +10.0 \\| +11.0 \\| 1.100 \\| 1.100 to 1.100 \\| SLOWER")
                .containsPattern("hit +\\| +5.00 \\| +5.00 \\| 1.000 \\| 1.000 to 1.000 \\| +\\|")
                .contains("1 slower, 0 faster, 1 the same within the noise, of 5 rounds");
    }

    @Test
    void text_twoRounds_hasNoVerdict() {
        assertThat(new Compare(runs(10, 2), runs(20, 2)).text())
                .contains("No verdict from 2 rounds", "2.000")
                .doesNotContain("SLOWER");
    }

    @Test
    void text_operationOfOneSide_isNotCompared() {
        List<List<Result>> after = runs(10, 5);
        after.forEach(run -> run.add(result(Names.BLOCKED, Goals.LONG_1M, Names.BATCH_HIT, 3)));
        after.get(0).removeIf(result -> result.operation().equals(Names.HIT));
        assertThat(new Compare(runs(10, 5), after).text())
                .contains("Not compared: bloomery blocked hit, 1M long (not in every run); "
                        + "bloomery blocked batch hit, 1M long (only B).");
    }

    @Test
    void constructor_unequalNumbers_areRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Compare(runs(10, 5), runs(10, 4)))
                .withMessage("5 runs of A and 4 of B; give as many of each, at least one");
    }

    private static Change change(double... ratios) {
        double[] before = new double[ratios.length];
        double[] after = new double[ratios.length];
        for (int i = 0; i < ratios.length; i++) {
            before[i] = 10 + i;
            after[i] = before[i] * ratios[i];
        }
        return new Change(before, after);
    }

    private static List<List<Result>> runs(double miss, int rounds) {
        List<List<Result>> runs = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            runs.add(new ArrayList<>(List.of(
                    result(Names.BLOCKED, Goals.LONG_1M, Names.MISS, miss),
                    result(Names.BLOCKED, Goals.LONG_1M, Names.HIT, 5))));
        }
        return runs;
    }
}
