package dev.bloomery.redis.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Gates of several processes with feeds, through everything that may happen to a server, never say no to what
 * is in the store.
 */
class FeedSimulationTest {

    @Test
    void gates_throughAllTroubles_neverSayNoWrongly() {
        assertNeverWrong(0, 700);
    }

    @Test
    @Tag("long")
    void gates_throughAllTroublesForLong_neverSayNoWrongly() {
        assertNeverWrong(1_000_000, 200_000);
    }

    private static void assertNeverWrong(long firstSeed, int histories) {
        Map<String, Long> counts = FeedWorld.counts();
        for (long seed = firstSeed; seed < firstSeed + histories; seed++) {
            assertThat(new FeedWorld(seed, new Variant(), counts).run())
                    .as("seed %s", seed)
                    .isNull();
        }
        assertThat(counts.keySet())
                .contains(
                        "failovers",
                        "restarts",
                        "flushes",
                        "trims",
                        "kills",
                        "settled soon",
                        "settled late",
                        "rebuilds after a gap",
                        "routine rebuilds");
        assertThat(counts.get("answers"))
                .as("moments at which a gate was ready to say no by itself")
                .isGreaterThan(100L * histories);
    }
}
