package dev.bloomery.internal.geometry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class ClassicSizingTest {
    private static final double[] TARGETS = {
        0.9, 0.5, 0.25, 0.1, 0.05, 0.03, 0.01, 0.005, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9
    };

    @Test
    void of_everySizeAndTarget_keepsTheTargetWithNoWordAndNoProbeToSpare() {
        for (long keys : new long[] {0, 1, 2, 3, 10, 100, 1000, 100_000, 1_000_000, 1_000_000_000, 1L << 40}) {
            for (double target : TARGETS) {
                if (target < Limits.lowestFpp(keys)) {
                    continue;
                }
                ClassicGeometry geometry = ClassicSizing.of(keys, target);
                String what = keys + " keys at " + target + ": " + geometry;
                assertThat(geometry.fpp(keys)).as(what).isLessThanOrEqualTo(target);
                assertThat(geometry.bits() % 64).as(what).isZero();
                if (geometry.bits() > 64) {
                    ClassicGeometry aWordLess = new ClassicGeometry(geometry.bits() - 64, geometry.probes());
                    assertThat(aWordLess.fpp(Math.max(keys, 1))).as(what).isGreaterThan(target);
                }
                if (geometry.probes() > 1) {
                    ClassicGeometry aProbeLess = new ClassicGeometry(geometry.bits(), geometry.probes() - 1);
                    assertThat(aProbeLess.fpp(Math.max(keys, 1))).as(what).isGreaterThan(target);
                }
            }
        }
    }

    /** Up to the lowest target that 64-bit hashes can keep. */
    @Test
    void of_lowestTarget_isKept() {
        for (long keys : new long[] {1, 2, 10, 50, 1000, 1_000_000, 1L << 40}) {
            double lowest = Limits.lowestFpp(keys);
            assertThat(ClassicSizing.of(keys, lowest).fpp(keys))
                    .as("%d keys", keys)
                    .isLessThanOrEqualTo(lowest);
        }
    }

    /** The need: over all probes, the fewest bits, not rounded to words, by the exact row and a plain search. */
    @Test
    void of_smallSizes_isNearTheNeed() {
        for (int keys : new int[] {1, 2, 3, 10, 30}) {
            for (double target : new double[] {0.5, 0.1, 0.01, 1e-3, 1e-5, 1e-7, 1e-9}) {
                long bits = ClassicSizing.of(keys, target).bits();
                int need = need(keys, target, (int) bits);
                assertThat((double) bits)
                        .as("%d keys at %s, where %d bits would do", keys, target, need)
                        .isLessThanOrEqualTo(1.01 * need + 64);
            }
        }
    }

    private static int need(int keys, double target, int atMost) {
        int need = atMost;
        for (int probes = 1; probes <= 40; probes++) {
            if (Occupancy.exact(need, (long) keys * probes, probes) > target) {
                continue;
            }
            int tooFew = 0;
            while (need - tooFew > 1) {
                int middle = (need + tooFew) / 2;
                if (Occupancy.exact(middle, (long) keys * probes, probes) <= target) {
                    need = middle;
                } else {
                    tooFew = middle;
                }
            }
        }
        return need;
    }

    @Test
    void of_wellKnownTargets_needsTheWellKnownBitsAndProbes() {
        assertPerKey(0.1, 4.8, 3);
        assertPerKey(0.01, 9.6, 7);
        assertPerKey(0.001, 14.4, 10);
        assertPerKey(1e-4, 19.2, 13);
        assertPerKey(1e-5, 24.0, 17);
    }

    private static void assertPerKey(double target, double bits, int probes) {
        ClassicGeometry geometry = ClassicSizing.of(10_000_000, target);
        assertThat(geometry.bits() / 1e7).as("at %s", target).isCloseTo(bits, within(0.05));
        assertThat(geometry.probes()).as("at %s", target).isEqualTo(probes);
        assertThat(ClassicSizing.bitsPerKey(target)).isCloseTo(geometry.bits() / 1e7, Percentage.withPercentage(0.01));
    }

    @Test
    void of_wellKnownSizes_isTheWellKnownMemory() {
        assertThat((double) ClassicSizing.of(1_000_000, 0.01).bits())
                .isCloseTo(9_585_058, Percentage.withPercentage(0.1));
        assertThat(ClassicSizing.of(10_000_000, 0.01).bits() / 8e6).isCloseTo(12.0, within(0.1));
        assertThat(ClassicSizing.of(1_000_000_000, 0.01).bits() / 8e9).isCloseTo(1.2, within(0.01));
    }

    /** At the best number of probes, half of the bits are set and the FPP is 2^-k = 0.6185^(m/n). */
    @Test
    void fpp_atTheBestProbes_followsTheBitsPerKey() {
        long keys = 10_000_000;
        for (int bitsPerKey = 5; bitsPerKey <= 30; bitsPerKey++) {
            long bits = keys * bitsPerKey;
            int probes = ClassicSizing.bestProbes(keys, bits);
            assertThat((double) probes).isCloseTo(bitsPerKey * Math.log(2), within(0.6));
            assertThat(new ClassicGeometry(bits, probes).fpp(keys))
                    .as("%d bits a key", bitsPerKey)
                    .isCloseTo(Math.pow(0.6185, bitsPerKey), Percentage.withPercentage(5));
        }
    }

    @Test
    void bestProbes_smallFilters_beatsEveryOther() {
        for (long keys : new long[] {0, 1, 2, 3, 10, 50}) {
            for (long bits : new long[] {1, 2, 3, 8, 16, 64, 100, 300, 500}) {
                int best = 1;
                for (int probes = 2; probes <= Limits.MAX_PROBES; probes++) {
                    if (new ClassicGeometry(bits, probes).fpp(keys) < new ClassicGeometry(bits, best).fpp(keys)) {
                        best = probes;
                    }
                }
                assertThat(ClassicSizing.bestProbes(keys, bits))
                        .as("%d keys in %d bits", keys, bits)
                        .isEqualTo(best);
            }
        }
    }
}
