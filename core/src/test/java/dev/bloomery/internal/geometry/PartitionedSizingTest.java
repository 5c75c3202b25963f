package dev.bloomery.internal.geometry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class PartitionedSizingTest {
    private static final double[] TARGETS = {0.5, 0.1, 0.01, 1e-3, 1e-4, 1e-5, 1e-7, 1e-9};

    /** The chance that a key looks present, by walking through all ways in which keys can fall into tiny slices. */
    @Test
    void fpp_tinySlices_isThatOfEveryWayCounted() {
        for (int sliceBits = 1; sliceBits <= 4; sliceBits++) {
            for (int keys = 0; keys <= 4; keys++) {
                int ways = (int) Math.pow(sliceBits, keys);
                double taken = 0; // the mean share of a slice that is taken
                for (int way = 0; way < ways; way++) {
                    int bits = 0;
                    for (int key = 0, rest = way; key < keys; key++, rest /= sliceBits) {
                        bits |= 1 << rest % sliceBits;
                    }
                    taken += (double) Integer.bitCount(bits) / sliceBits / ways;
                }
                for (int probes = 1; probes <= 5; probes++) {
                    // slices are independent, and so are the probes of the absent key
                    assertThat(new PartitionedGeometry(sliceBits, probes).fpp(keys))
                            .isCloseTo(Math.pow(taken, probes), within(1e-12));
                }
            }
        }
    }

    @Test
    void of_everySizeAndTarget_keepsTheTargetInAboutTheFewestBits() {
        for (long keys : new long[] {0, 1, 2, 3, 10, 100, 1_000, 100_000, 1_000_000, 1_000_000_000, 1L << 40}) {
            for (double target : TARGETS) {
                if (target < Limits.lowestFpp(keys)) {
                    continue;
                }
                PartitionedGeometry geometry = PartitionedSizing.of(keys, target);
                String what = keys + " keys at " + target + ": " + geometry;
                assertThat(geometry.fpp(keys)).as(what).isLessThanOrEqualTo(target);
                long fewest = Long.MAX_VALUE;
                for (int probes = 1; probes <= 40; probes++) {
                    long n = Math.max(1, keys);
                    int k = probes;
                    if (Math.pow(target, 1.0 / k) > 0.999) {
                        break; // far from the best number of probes
                    }
                    long slice =
                            Search.smallest(Math.max(1, n), bits -> new PartitionedGeometry(bits, k).fpp(n) <= target);
                    fewest = Math.min(fewest, slice * k);
                }
                assertThat((double) geometry.bits()).as(what).isLessThanOrEqualTo(1.01 * fewest + 64);
            }
        }
    }

    @Test
    void bits_manyKeys_areHardlyMoreThanClassic() {
        for (double target : new double[] {0.1, 0.01, 1e-3, 1e-4}) {
            double price = (double) PartitionedSizing.of(1_000_000, target).bits()
                    / ClassicSizing.of(1_000_000, target).bits();
            assertThat(price).isBetween(0.999, 1.006);
        }
        // and a little more where slices are small: the same size has the higher FPP
        assertThat(new PartitionedGeometry(137, 7).fpp(100)).isGreaterThan(new ClassicGeometry(7 * 137, 7).fpp(100));
    }

    @Test
    void position_everyProbe_isInItsOwnSlice() {
        PartitionedGeometry geometry = new PartitionedGeometry(1_000_003, 9);
        for (long hash = 1; hash < 1_000; hash++) {
            for (int probe = 0; probe < 9; probe++) {
                assertThat(geometry.position(hash * 0x9E3779B97F4A7C15L, probe) / 1_000_003)
                        .isEqualTo(probe);
            }
        }
        long huge = (1L << 40) / 7;
        assertThat(new PartitionedGeometry(huge, 7).position(-1, 6)).isBetween(6 * huge, 7 * huge - 1);
    }
}
