package dev.bloomery.benchmarks.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.benchmarks.result.Result;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoundsTest {

    @Test
    void merge_threeRounds_isTheMedianWithHalfTheSpread() {
        List<Result> merged = Rounds.merge(
                List.of(result("guava", 90), result("spark", 50), result("guava", 80), result("guava", 120)));

        assertThat(merged).extracting(Result::contestant).containsExactly("guava", "spark");
        assertThat(merged.get(0).nanos()).isEqualTo(90);
        assertThat(merged.get(0).error()).isEqualTo(20);
        assertThat(merged.get(1)).isEqualTo(result("spark", 50));
    }

    private static Result result(String contestant, double nanos) {
        return new Result(contestant, "long", 1000, 0.01, 1, "hit", nanos, 1, 0, 0.01, 9.6, 0.01, 9.6);
    }
}
