package dev.bloomery.redis.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** That the simulation notices when a rule is left out: some gate says no wrongly. */
class BrokenFeedsTest {
    private static final int MOST_HISTORIES = 2_000;

    private static final Map<String, Variant> BROKEN = BrokenFeeds.all();

    static Stream<String> names() {
        return BROKEN.keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("names")
    void gates_withoutRule_sayNoWrongly(String name) {
        assertThat(historiesUntilWrong(Objects.requireNonNull(BROKEN.get(name))))
                .as("histories until a wrong no")
                .isLessThan(MOST_HISTORIES);
    }

    private static int historiesUntilWrong(Variant variant) {
        Map<String, Long> counts = FeedWorld.counts();
        int seed = 0;
        while (seed < MOST_HISTORIES && new FeedWorld(seed, variant, counts).run() == null) {
            seed++;
        }
        return seed;
    }

    /** What the two variants without nonces go through, with nonces. */
    @Test
    void gates_serverGoesBackSilently_neverSayNoWrongly() {
        Map<String, Long> counts = FeedWorld.counts();
        for (int seed = 0; seed < 150; seed++) {
            assertThat(new FeedWorld(seed, new BrokenFeeds.Silent(), counts).run())
                    .as("seed %s", seed)
                    .isNull();
        }
        assertThat(counts).containsKey("went back silently");
    }
}
