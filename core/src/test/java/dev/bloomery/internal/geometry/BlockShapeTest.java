package dev.bloomery.internal.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class BlockShapeTest {

    @Test
    void shapes_all_haveTheirSizes() {
        assertThat(BlockShape.FOUR_WORDS.blockBits()).isEqualTo(256);
        assertThat(BlockShape.FOUR_WORDS.probes()).isEqualTo(4);
        assertThat(BlockShape.EIGHT_WORDS.blockBits()).isEqualTo(512);
        assertThat(BlockShape.EIGHT_WORDS.probes()).isEqualTo(8);
        assertThat(BlockShape.EIGHT_WORDS_TWICE.blockBits()).isEqualTo(512);
        assertThat(BlockShape.EIGHT_WORDS_TWICE.probes()).isEqualTo(16);
    }

    /** A word is a small classic filter of 64 bits, for which the exact row is known to be right. */
    @Test
    void fppAtLoad_anyLoad_equalsTheExactRowOfEachWord() {
        for (BlockShape shape : BlockShape.values()) {
            for (int keys : new int[] {1, 2, 3, 5, 10, 30, 51, 100, 300}) {
                double word = Occupancy.exact(64, (long) keys * shape.bitsPerWord(), shape.bitsPerWord());
                assertThat(shape.fppAtLoad(keys))
                        .as("%s with %d keys", shape, keys)
                        .isCloseTo(Math.pow(word, shape.words()), Percentage.withPercentage(1e-8));
            }
        }
    }

    @Test
    void fppAtLoad_edges_areCertain() {
        for (BlockShape shape : BlockShape.values()) {
            assertThat(shape.fppAtLoad(0)).as("%s", shape).isZero();
            assertThat(shape.fppAtLoad(1L << 40)).as("%s", shape).isEqualTo(1);
        }
    }

    @Test
    void fppAtLoad_oneKey_needsTheSameBits() {
        assertThat(BlockShape.FOUR_WORDS.fppAtLoad(1)).isCloseTo(Math.pow(64, -4), Percentage.withPercentage(1e-9));
        assertThat(BlockShape.EIGHT_WORDS.fppAtLoad(1)).isCloseTo(Math.pow(64, -8), Percentage.withPercentage(1e-9));
    }
}
