package dev.bloomery.internal.geometry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.bloomery.support.Seeds;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class BlockShapeTest {
    private static final Map<BlockShape, BlockFpp> EXACT = new EnumMap<>(BlockShape.class);

    private static BlockFpp exact(BlockShape shape) {
        return EXACT.computeIfAbsent(shape, BlockFpp::of);
    }

    @Test
    void shapes_all_haveTheirSizes() {
        assertThat(BlockShape.BLOCK_WORDS).isEqualTo(8);
        assertThat(BlockShape.BLOCK_BITS).isEqualTo(512);
        assertSizes(BlockShape.TWO_BY_ONE, 2, 1);
        assertSizes(BlockShape.TWO_BY_TWO, 2, 2);
        assertSizes(BlockShape.TWO_BY_THREE, 2, 3);
        assertSizes(BlockShape.FOUR_BY_TWO, 4, 2);
        assertSizes(BlockShape.FOUR_BY_THREE, 4, 3);
        assertThat(BlockShape.values()).hasSize(5);
    }

    private static void assertSizes(BlockShape shape, int words, int bitsPerWord) {
        assertThat(shape.words()).isEqualTo(words);
        assertThat(shape.bitsPerWord()).isEqualTo(bitsPerWord);
        assertThat(shape.probes()).isEqualTo(words * bitsPerWord);
    }

    /** The number of probes is what a stored size has of the shape, so no two may have the same. */
    @Test
    void probes_differentShapes_differ() {
        assertThat(BlockShape.values()).extracting(BlockShape::probes).doesNotHaveDuplicates();
    }

    /** A pick of r different bits: the first is set with chance z/64, the next with (z-1)/63, the last with (z-2)/62. */
    @Test
    void allSet_anyNumberOfSetBits_isTheChanceOfDrawingOnlyThose() {
        for (int set = 0; set <= 64; set++) {
            double first = set / 64.0;
            double second = Math.max(set - 1, 0) / 63.0;
            double third = Math.max(set - 2, 0) / 62.0;
            assertThat(BlockShape.TWO_BY_ONE.allSet(set)).isCloseTo(first, Percentage.withPercentage(1e-10));
            for (BlockShape shape : new BlockShape[] {BlockShape.TWO_BY_TWO, BlockShape.FOUR_BY_TWO}) {
                assertThat(shape.allSet(set)).isCloseTo(first * second, Percentage.withPercentage(1e-10));
            }
            for (BlockShape shape : new BlockShape[] {BlockShape.TWO_BY_THREE, BlockShape.FOUR_BY_THREE}) {
                assertThat(shape.allSet(set)).isCloseTo(first * second * third, Percentage.withPercentage(1e-10));
            }
        }
    }

    /** Nothing is shared where a word takes one bit: there the row of probabilities is the whole truth. */
    @Test
    void fppAtLoad_oneBitAWord_equalsTheRowOfSetBits() {
        BlockShape shape = BlockShape.TWO_BY_ONE;
        for (int keys : new int[] {1, 2, 3, 5, 10, 30, 51, 100, 300}) {
            assertThat(shape.fppAtLoad(keys))
                    .as("%d keys", keys)
                    .isCloseTo(exact(shape).ofOwnSets(keys), Percentage.withPercentage(1e-7));
        }
    }

    /** That the words of a key share their set can only help an absent key, and in a crowded block it hardly matters. */
    @ParameterizedTest
    @EnumSource
    void fppAtLoad_anyLoad_isThatOfOwnSetsAndLittleMore(BlockShape shape) {
        for (int keys : new int[] {1, 2, 3, 5, 10, 30, 51, 100, 300}) {
            double own = exact(shape).ofOwnSets(keys);
            double fpp = shape.fppAtLoad((double) keys);
            assertThat(fpp).as("%s with %d keys", shape, keys).isGreaterThanOrEqualTo(own * (1 - 1e-7));
            if (keys > 50) {
                assertThat(fpp).as("%s with %d keys", shape, keys).isLessThanOrEqualTo(own * 1.0025);
            }
        }
    }

    /** What is promised at capacity rests on this: at no load that matters is the real FPP above the computed one. */
    @ParameterizedTest
    @EnumSource
    void fppAtLoad_anyLoad_isTheExactFppOrALittleMore(BlockShape shape) {
        for (int keys = 1; keys <= 300; keys += 1 + keys / 20) {
            double real = exact(shape).ofSharedSets(keys);
            if (real > Limits.MIN_BLOCKED_FPP) {
                assertThat(shape.fppAtLoad(keys) / real)
                        .as("computed to real, %s with %d keys: %s", shape, keys, real)
                        .isBetween(0.999, real > 1e-3 ? 1.02 : 1.1);
            }
        }
    }

    /** The two ways of {@link BlockFpp}, and one key, where the FPP can be written down. */
    @ParameterizedTest
    @EnumSource
    void exactFpp_knownLoads_isTheKnownOne(BlockShape shape) {
        assertThat(exact(shape).ofSharedSets(0)).isCloseTo(0, within(1e-12));
        double oneSet = 64; // rotations of a set of one bit
        double same; // the asked key has the words, the set and the rotations of the one key
        double rotated = Math.pow(shape.words() / 8.0 / oneSet, shape.words());
        if (shape.bitsPerWord() == 1) {
            same = rotated;
        } else if (shape.bitsPerWord() == 2) {
            // sets whose bits are 1 to 31 apart, and those of 32, which have two rotations that are the same
            same = rotated * (31 * Math.pow(2 / 63.0, 2) + Math.pow(1 / 63.0, 2) * Math.pow(2, shape.words()));
        } else {
            same = rotated / 512;
        }
        assertThat(exact(shape).ofSharedSets(1)).isCloseTo(same, within(1e-11));
        for (int keys : new int[] {100, 300}) {
            assertThat(exact(shape).ofSharedSets(keys))
                    .as("%d keys", keys)
                    .isBetween(
                            exact(shape).ofOwnSets(keys) * (1 - 1e-9),
                            exact(shape).ofOwnSets(keys) * 1.0005);
        }
    }

    /**
     * Real positions in one block, counted: what is shared is seen in the first of these cases, where it adds two thirds. An
     * FPP that was off by a tenth would fail as good as always.
     */
    @ParameterizedTest
    @CsvSource({
        "TWO_BY_ONE,    20,   2_000",
        "TWO_BY_TWO,    5,  700_000",
        "TWO_BY_TWO,    60,   2_000",
        "TWO_BY_THREE,  12, 400_000",
        "TWO_BY_THREE,  40,   2_000",
        "FOUR_BY_TWO,   24,  50_000",
        "FOUR_BY_TWO,   44,   2_000",
        "FOUR_BY_THREE, 24, 100_000",
        "FOUR_BY_THREE, 40,   2_000",
    })
    void exactFpp_countedInOneBlock_isTheRate(BlockShape shape, int keys, int filters) {
        long seed = Seeds.orElse(0xB5);
        SplittableRandom random = new SplittableRandom(seed);
        BlockedGeometry geometry = new BlockedGeometry(1, shape);
        int probes = 300;
        double mean = 0;
        double squares = 0;
        for (int f = 0; f < filters; f++) {
            long[] words = new long[8];
            for (int key = 0; key < keys; key++) {
                long hash = random.nextLong();
                for (int group = 0; group < shape.words(); group++) {
                    words[geometry.word(hash, group)] |= geometry.mask(hash, group);
                }
            }
            int hits = 0;
            for (int probe = 0; probe < probes; probe++) {
                long hash = random.nextLong();
                long missing = 0;
                for (int group = 0; group < shape.words() && missing == 0; group++) {
                    missing = geometry.mask(hash, group) & ~words[geometry.word(hash, group)];
                }
                hits += missing == 0 ? 1 : 0;
            }
            mean += (double) hits / filters;
            squares += (double) hits * hits / filters;
        }
        double expected = exact(shape).ofSharedSets(keys) * probes;
        double deviation = Math.sqrt((squares - mean * mean) / filters);
        assertThat((mean - expected) / deviation)
                .as(
                        "%s with %d keys: counted %s, expected %s, in standard deviations, seed %d",
                        shape, keys, mean / probes, expected / probes, seed)
                .isBetween(-7.0, 7.0);
        assertThat(7 * deviation).as("what is seen").isLessThan(0.25 * expected);
    }

    @Test
    void fppAtLoad_edges_areCertain() {
        for (BlockShape shape : BlockShape.values()) {
            assertThat(shape.fppAtLoad(0)).as("%s", shape).isZero();
            assertThat(shape.fppAtLoad(1L << 40)).as("%s", shape).isEqualTo(1);
        }
    }

    @Test
    void fppAtLoad_oneKey_needsTheSameWordsAndBits() {
        // the word of each group, one of four, and the bit in it
        assertThat(BlockShape.TWO_BY_ONE.fppAtLoad(1)).isCloseTo(Math.pow(4 * 64, -2), Percentage.withPercentage(1e-9));
        // and the other bits, which are the same in both words
        assertThat(BlockShape.TWO_BY_THREE.fppAtLoad(1))
                .isCloseTo(Math.pow(4 * 64, -2) / 512, Percentage.withPercentage(0.2));
    }

    @Test
    void fppAtLoad_moreKeys_neverFalls() {
        for (BlockShape shape : BlockShape.values()) {
            double last = 0;
            for (long keys = 1; keys < 5_000; keys += 1 + keys / 10) {
                double fpp = shape.fppAtLoad((double) keys);
                assertThat(fpp).as("%s with %d keys", shape, keys).isGreaterThanOrEqualTo(last);
                last = fpp;
            }
        }
    }
}
