package dev.bloomery.internal.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordMasksTest {
    private static final int PICKS = 1 << 16;

    /** Times 64 rotations: every set of three bits once, every set of two twice, every bit once. */
    @ParameterizedTest
    @CsvSource({"1, 1, 64, 1", "2, 63, 2016, 2", "3, 651, 41664, 1"})
    void pick_allPicksAndRotations_giveEverySetEquallyOften(int bits, int entries, int sets, int times) {
        Set<Long> table = table(bits);
        assertThat(table).hasSize(entries).allMatch(set -> Long.bitCount(set) == bits);
        Map<Long, Integer> count = new HashMap<>();
        for (long set : table) {
            for (int rotation = 0; rotation < 64; rotation++) {
                count.merge(Long.rotateLeft(set, rotation), 1, Integer::sum);
            }
        }
        assertThat(count.values()).hasSize(sets).allMatch(n -> n == times);
    }

    /** 65,536 picks do not divide evenly: each entry gets the quotient, or one more. */
    @ParameterizedTest
    @CsvSource({"1, 1", "2, 63", "3, 651"})
    void pick_all16Bits_pickEntriesEquallyOftenToWithinOne(int bits, int entries) {
        Map<Long, Integer> count = new HashMap<>();
        for (int pick = 0; pick < PICKS; pick++) {
            count.merge(WordMasks.pick(bits, pick), 1, Integer::sum);
        }
        assertThat(count.values())
                .hasSize(entries)
                .allMatch(n -> n == PICKS / entries || n == (PICKS + entries - 1) / entries);
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
        assertThat(WordMasks.pick(2, PICKS - 1)).isEqualTo(1L << 63 | 1);
        assertThat(WordMasks.pick(3, 0)).isEqualTo(0b111);
        assertThat(WordMasks.pick(3, PICKS - 1)).isEqualTo(1L << 42 | 1L << 21 | 1);
    }

    private static Set<Long> table(int bits) {
        Set<Long> table = new LinkedHashSet<>();
        for (int pick = 0; pick < PICKS; pick++) {
            table.add(WordMasks.pick(bits, pick));
        }
        return table;
    }
}
