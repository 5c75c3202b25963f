package dev.bloomery.internal.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class BlockedSizingTest {
    private static final double[] TARGETS = {0.9, 0.5, 0.2, 0.1, 0.05, 0.03, 0.01, 0.005, 1e-3, 1e-4, 1e-5};
    private static final long LARGE = 100_000_000;

    @Test
    void of_everySizeTargetAndShape_keepsTheTargetInTheFewestBlocks() {
        for (long keys : new long[] {0, 1, 2, 3, 10, 100, 1000, 100_000, 1_000_000, 1_000_000_000, 1L << 40}) {
            for (double target : TARGETS) {
                long twoWords = Long.MAX_VALUE;
                long fourWords = Long.MAX_VALUE;
                for (BlockShape shape : BlockShape.values()) {
                    BlockedGeometry geometry = BlockedSizing.of(keys, target, shape);
                    String what = keys + " keys at " + target + ": " + geometry;
                    assertThat(geometry.fpp(keys)).as(what).isLessThanOrEqualTo(target);
                    if (geometry.blocks() > 1) {
                        // large ones are rounded up to a multiple of 16, so that they can be folded
                        int step = geometry.blocks() > 3_200 ? 16 : 1;
                        assertThat(geometry.blocks() % step).as(what).isZero();
                        BlockedGeometry aBlockLess = new BlockedGeometry(geometry.blocks() - step, shape);
                        assertThat(aBlockLess.fpp(Math.max(keys, 1))).as(what).isGreaterThan(target);
                    }
                    if (shape.words() == 2) {
                        twoWords = Math.min(twoWords, geometry.bits());
                    } else {
                        fourWords = Math.min(fourWords, geometry.bits());
                    }
                }
                BlockedGeometry picked = BlockedSizing.of(keys, target);
                // four words where they save more than two percent
                boolean four = fourWords * 1.02 < twoWords;
                assertThat(picked.shape().words())
                        .as("%d keys at %s", keys, target)
                        .isEqualTo(four ? 4 : 2);
                assertThat(picked.bits()).isEqualTo(four ? fourWords : twoWords);
                assertThat(picked).isEqualTo(BlockedSizing.of(keys, target, picked.shape()));
            }
        }
    }

    /** Bits a key by an independent computation of the mixture, in two decimals. */
    @Test
    void of_knownTargets_needsTheKnownBits() {
        assertBits(BlockShape.TWO_BY_ONE, 0.5, 1.63);
        assertBits(BlockShape.TWO_BY_ONE, 0.3, 2.525);
        assertBits(BlockShape.TWO_BY_TWO, 0.1, 4.90);
        assertBits(BlockShape.TWO_BY_TWO, 0.05, 6.36);
        assertBits(BlockShape.TWO_BY_THREE, 0.02, 8.53);
        assertBits(BlockShape.TWO_BY_THREE, 0.01, 10.18);
        assertBits(BlockShape.FOUR_BY_TWO, 0.01, 10.10);
        assertBits(BlockShape.FOUR_BY_TWO, 0.005, 11.61);
        assertBits(BlockShape.FOUR_BY_TWO, 0.001, 15.73);
        assertBits(BlockShape.FOUR_BY_THREE, 1e-4, 22.39);
        assertBits(BlockShape.FOUR_BY_THREE, 1e-5, 30.62);
    }

    private static void assertBits(BlockShape shape, double target, double bitsPerKey) {
        assertThat((double) BlockedSizing.of(LARGE, target, shape).bits() / LARGE)
                .as("%s at %s", shape, target)
                .isCloseTo(bitsPerKey, Percentage.withPercentage(0.2));
    }

    /** Where each shape is the one: as few bits as can be, but two words where four save hardly anything. */
    @Test
    void of_largeFilters_picksTheShapeOfTheTarget() {
        assertShapes(BlockShape.TWO_BY_ONE, 0.95, 0.5, 0.15);
        assertShapes(BlockShape.TWO_BY_TWO, 0.13, 0.1, 0.05, 0.028);
        assertShapes(BlockShape.TWO_BY_THREE, 0.026, 0.01, 0.008);
        assertShapes(BlockShape.FOUR_BY_TWO, 0.0072, 0.001, 0.0005);
        assertShapes(BlockShape.FOUR_BY_THREE, 0.00046, 1e-4, 1e-5);
    }

    private static void assertShapes(BlockShape expected, double... targets) {
        for (double target : targets) {
            assertThat(BlockedSizing.of(LARGE, target).shape()).as("%s", target).isEqualTo(expected);
        }
    }

    /** At 1 %, two words of three bits take 0.8 % more memory than four of two, and are taken all the same. */
    @Test
    void of_fourWordsThatSaveLittle_takesTwo() {
        double two = BlockedSizing.of(LARGE, 0.01).bits();
        double four = BlockedSizing.of(LARGE, 0.01, BlockShape.FOUR_BY_TWO).bits();
        assertThat(two / four).isBetween(1.005, 1.01);
    }

    /** What the javadoc of AutoSizing says, and that its price is kept at every size. */
    @Test
    void auto_anyTarget_isBlockedWhereThatIsCheap() {
        for (double target : new double[] {0.45, 0.2, 0.1, 0.01, 0.001, 0.0009}) {
            assertThat(AutoSizing.of(LARGE, target)).as("%s", target).isInstanceOf(BlockedGeometry.class);
        }
        for (double target : new double[] {0.9, 0.5, 0.0008, 1e-5, 9.9e-6, 1e-9}) {
            assertThat(AutoSizing.of(LARGE, target)).as("%s", target).isInstanceOf(ClassicGeometry.class);
        }
        for (long keys : new long[] {0, 1, 10, 100, 800, 821, 10_000}) {
            Geometry picked = AutoSizing.of(keys, 0.01);
            assertThat((double) picked.bits())
                    .isLessThanOrEqualTo(1.1 * ClassicSizing.of(keys, 0.01).bits());
            assertThat(picked.fpp(keys)).isLessThanOrEqualTo(0.01);
        }
    }
}
