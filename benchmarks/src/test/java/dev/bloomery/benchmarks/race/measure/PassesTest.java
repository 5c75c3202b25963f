package dev.bloomery.benchmarks.race.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import org.junit.jupiter.api.Test;

class PassesTest {

    @Test
    void passThatCounts_coversEachKeyOnce() {
        int keys = 3_000_007;
        BitSet seen = new BitSet();
        Passes<String> passes = new Passes<>(keys, 1, (capacity, done) -> {
            assertThat(capacity).isEqualTo(keys);
            seen.set(0, (int) done);
            return "filter";
        });

        for (int turn = 0; turn < passes.chunksOfThread(); turn++) {
            Passes.Turn<String> next = passes.next(0, false);
            int from = (int) next.firstKey();
            assertThat(seen.nextSetBit(from)).as("a key twice").isEqualTo(-1);
            seen.set(from, from + next.count());
        }

        assertThat(passes.chunksOfThread()).isEqualTo(3);
        assertThat(seen.cardinality()).isEqualTo(keys);
    }

    @Test
    void warmup_makesSmallFilters_andDoesNotAdvance() {
        long[] capacity = {0};
        Passes<String> passes = new Passes<>(100_000_000, 1, (keys, done) -> {
            capacity[0] = keys;
            return "filter";
        });

        passes.next(0, true);
        passes.next(0, true);
        assertThat(capacity[0]).isLessThanOrEqualTo(Passes.MOST_KEYS_OF_CHUNK);

        assertThat(passes.next(0, false).firstKey())
                .as("the keys of no chunk come first")
                .isLessThan(100);
        assertThat(capacity[0]).isEqualTo(100_000_000);
    }
}
