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
                long smallest = Long.MAX_VALUE;
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
                    smallest = Math.min(smallest, geometry.bits());
                }
                assertThat(BlockedSizing.of(keys, target).bits()).isEqualTo(smallest);
            }
        }
    }

    /** Bits a key by an independent computation of the mixture, in two decimals. */
    @Test
    void of_knownTargets_needsTheKnownBits() {
        assertBits(BlockShape.FOUR_WORDS, 0.1, 4.93);
        assertBits(BlockShape.FOUR_WORDS, 0.05, 6.41);
        assertBits(BlockShape.EIGHT_WORDS, 0.1, 5.88);
        assertBits(BlockShape.EIGHT_WORDS, 0.05, 7.05);
        assertBits(BlockShape.EIGHT_WORDS, 0.01, 10.10);
        assertBits(BlockShape.EIGHT_WORDS, 0.005, 11.61);
        assertBits(BlockShape.EIGHT_WORDS, 0.001, 15.72);
        assertBits(BlockShape.EIGHT_WORDS_TWICE, 1e-4, 22.88);
        assertBits(BlockShape.EIGHT_WORDS_TWICE, 1e-5, 30.00);
    }

    private static void assertBits(BlockShape shape, double target, double bitsPerKey) {
        assertThat((double) BlockedSizing.of(LARGE, target, shape).bits() / LARGE)
                .as("%s at %s", shape, target)
                .isCloseTo(bitsPerKey, Percentage.withPercentage(0.15));
    }

    /** What the javadoc of the shapes says of where each is the smallest. */
    @Test
    void of_largeFilters_picksTheShapeOfTheTarget() {
        assertThat(BlockedSizing.of(LARGE, 0.1).shape()).isEqualTo(BlockShape.FOUR_WORDS);
        assertThat(BlockedSizing.of(LARGE, 0.023).shape()).isEqualTo(BlockShape.FOUR_WORDS);
        assertThat(BlockedSizing.of(LARGE, 0.02).shape()).isEqualTo(BlockShape.EIGHT_WORDS);
        assertThat(BlockedSizing.of(LARGE, 0.0002).shape()).isEqualTo(BlockShape.EIGHT_WORDS);
        assertThat(BlockedSizing.of(LARGE, 0.00015).shape()).isEqualTo(BlockShape.EIGHT_WORDS_TWICE);
    }

    /** What the javadoc of AutoSizing says, and that its price is kept at every size. */
    @Test
    void auto_anyTarget_isBlockedWhereThatIsCheap() {
        for (double target : new double[] {0.2, 0.1, 0.01, 0.001, 0.0009}) {
            assertThat(AutoSizing.of(LARGE, target)).as("%s", target).isInstanceOf(BlockedGeometry.class);
        }
        for (double target : new double[] {0.5, 0.25, 0.0008, 1e-5, 9.9e-6, 1e-9}) {
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
