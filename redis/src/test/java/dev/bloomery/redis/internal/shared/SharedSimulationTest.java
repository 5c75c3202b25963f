package dev.bloomery.redis.internal.shared;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The reader, the writer and the upkeep of production in a simulated world, and the same with one thing wrong, which must be found. */
class SharedSimulationTest {
    private static final int WORLDS = 80;
    private static final int MANY_WORLDS = 3_000;
    private static final int MOST_WORLDS = 4_000;

    @Test
    void protocol_inRandomWorlds_neverSaysNoWrongly() {
        Map<String, Long> counts = run(1, WORLDS);
        assertThat(counts)
                .containsKeys("adds", "noes", "trims", "flushes", "evictions", "kills", "joins", "refills")
                .containsKeys("failovers ANYTHING", "failovers NOTHING", "failovers LAST_WRITES");
    }

    @Test
    @Tag("long")
    void protocol_inManyRandomWorlds_neverSaysNoWrongly() {
        assertThat(run(WORLDS + 1, WORLDS + MANY_WORLDS)).containsKeys("adds", "noes");
    }

    /** In this world a gap is met while the filter is filled: what was collected after it was not brought to the server. */
    @Test
    void protocol_gapWhileFilling_losesNothing() {
        assertThat(run(1_186, 1_186)).containsKeys("refills", "trims");
    }

    private static Map<String, Long> run(long from, long to) {
        Map<String, Long> counts = new TreeMap<>();
        for (long seed = from; seed <= to; seed++) {
            assertThat(new SharedWorld(seed, new SharedVariant(), counts).run())
                    .as("seed %s", seed)
                    .isNull();
        }
        return counts;
    }

    static Iterable<Map.Entry<String, SharedVariant>> broken() {
        return SharedVariant.broken().entrySet();
    }

    @ParameterizedTest
    @MethodSource("broken")
    void protocol_withOneThingWrong_isFound(Map.Entry<String, SharedVariant> variant) {
        Map<String, Long> counts = new TreeMap<>();
        for (long seed = 1; seed <= MOST_WORLDS; seed++) {
            String wrong = new SharedWorld(seed, variant.getValue(), counts).run();
            if (wrong != null) {
                return;
            }
        }
        throw new AssertionError("not found in " + MOST_WORLDS + " worlds: " + variant.getKey());
    }
}
