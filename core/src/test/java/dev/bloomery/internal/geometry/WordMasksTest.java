package dev.bloomery.internal.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordMasksTest {
    private static final int PICKS = 1 << 16;

    /** With all rotations: every bit, every set of two, and 512 of the 651 kinds of sets of three, and each equally often. */
    @ParameterizedTest
    @CsvSource({"1, 64", "2, 2016", "3, 32768"})
    void pick_allPicksAndRotations_giveSetsEquallyOften(int bits, int sets) {
        Map<Long, Integer> count = new HashMap<>();
        for (int pick = 0; pick < PICKS; pick++) {
            long set = WordMasks.pick(bits, pick);
            assertThat(Long.bitCount(set)).isEqualTo(bits);
            assertThat(set).as("without bit 63").isPositive();
            for (int rotation = 0; rotation < 64; rotation++) {
                count.merge(Long.rotateLeft(set, rotation), 1, Integer::sum);
            }
        }
        int times = PICKS * 64 / sets;
        assertThat(count.values()).hasSize(sets).allMatch(n -> Math.abs(n - times) <= 2); // 63 pairs share 65,536 picks
    }

    /** No distance of two bits is much rarer among the chosen sets of three than among all of them. */
    @Test
    void pick_setsOfThree_haveDistancesEquallyOften() {
        int[] counts = new int[33];
        for (long set : table(3)) {
            for (int distance = 1; distance <= 32; distance++) {
                counts[distance] += Long.bitCount(set & Long.rotateRight(set, distance));
            }
        }
        // 1,536 distances, half as many of 32, of which each pair counts twice
        assertThat(Arrays.stream(counts, 1, 33).min().orElseThrow()).isGreaterThanOrEqualTo(42);
        assertThat(Arrays.stream(counts, 1, 33).max().orElseThrow()).isLessThanOrEqualTo(56);
    }

    /** An entry belongs to a stretch of picks: their upper bits decide. */
    @Test
    void pick_neighbours_shareAnEntry() {
        for (int bits = 1; bits <= 3; bits++) {
            int changes = 0;
            for (int pick = 1; pick < PICKS; pick++) {
                changes += WordMasks.pick(bits, pick) == WordMasks.pick(bits, pick - 1) ? 0 : 1;
            }
            assertThat(changes).isEqualTo(table(bits).size() - 1);
        }
    }

    @Test
    void pick_edges_areKnown() {
        assertThat(WordMasks.pick(1, 0)).isEqualTo(1);
        assertThat(WordMasks.pick(1, PICKS - 1)).isEqualTo(1);
        assertThat(WordMasks.pick(2, 0)).isEqualTo(0b11);
        assertThat(WordMasks.pick(2, PICKS - 1)).isEqualTo(1L << 32 | 1);
        assertThat(WordMasks.pick(3, 0)).isEqualTo(0b111);
        assertThat(WordMasks.pick(3, PICKS - 1)).isEqualTo(1L << 43 | 1L << 20 | 1);
    }

    private static Set<Long> table(int bits) {
        Set<Long> table = new LinkedHashSet<>();
        for (int pick = 0; pick < PICKS; pick++) {
            table.add(WordMasks.pick(bits, pick));
        }
        return table;
    }
}
