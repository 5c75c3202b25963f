package dev.bloomery.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SeedsTest {

    @Test
    void given_nothing_theFixedSeedOfTheTestCounts() {
        assertThat(Seeds.given("").seedOr(7)).isEqualTo(7);
        assertThat(Seeds.given("").seedOr(8)).isEqualTo(8);
    }

    @Test
    void given_number_countsForEveryTest() {
        assertThat(Seeds.given("-123").seedOr(7)).isEqualTo(-123);
        assertThat(Seeds.given("-123").seedOr(8)).isEqualTo(-123);
    }

    @Test
    void given_random_isAnotherOneEachTime() {
        assertThat(Seeds.given("random").seedOr(7))
                .isNotEqualTo(7)
                .isNotEqualTo(Seeds.given("random").seedOr(7));
    }

    @Test
    void given_somethingElse_isRefused() {
        assertThatThrownBy(() -> Seeds.given("often"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("give a number, or random");
    }
}
