package dev.bloomery.internal.geometry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.bloomery.internal.bloom.BloomTable;
import dev.bloomery.support.Seeds;
import java.util.Random;
import java.util.SplittableRandom;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class PairedGeometryTest {
    private static final double[] TARGETS = {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9};

    /** The square of what an independent computation has for blocks, at the targets for which the layout is made. */
    @Test
    void fpp_largeFilterAtCapacity_isTheSquareOfTheExactOneOfBlocks() {
        long keys = 100_000_000;
        for (double target : new double[] {1e-4, 1e-6}) { // BlockedGeometryTest has the other shapes
            PairedGeometry geometry = PairedSizing.of(keys, target);
            double ofHalf = BlockFpp.of(geometry.shape()).ofSharedSetsAtMeanLoad((double) keys / geometry.halfBlocks());
            assertThat((geometry.fpp(keys) - keys * 0x1p-64) / (ofHalf * ofHalf))
                    .as("computed to real, %s: %s", geometry, ofHalf * ofHalf)
                    .isBetween(0.998, 1.003);
        }
    }

    @Test
    void fpp_edges_areCertain() {
        for (BlockShape shape : BlockShape.values()) {
            PairedGeometry geometry = new PairedGeometry(10, shape);
            assertThat(geometry.fpp(0)).isZero();
            assertThat(geometry.fpp(1L << 40)).isEqualTo(1);
            assertThat(geometry.newAmong(0)).isZero();
            assertThat(geometry.newAmong(1)).isEqualTo(1);
        }
    }

    @Test
    void sizing_anyKeysAndTarget_isTheSmallestThatKeepsIt() {
        for (long keys : new long[] {0, 1, 2, 10, 100, 1_000, 30_000, 1_000_000, 1L << 33}) {
            for (double target : TARGETS) {
                if (target < Limits.lowestFpp(keys)) {
                    continue;
                }
                PairedGeometry geometry = PairedSizing.of(keys, target);
                String what = keys + " keys at " + target + ": " + geometry;
                assertThat(geometry.fpp(keys)).as(what).isLessThanOrEqualTo(target);
                int step = geometry.halfBlocks() > 3_200 ? 16 : 1;
                assertThat(geometry.halfBlocks() % step).as(what).isZero();
                if (geometry.halfBlocks() > 1) {
                    PairedGeometry less = new PairedGeometry(geometry.halfBlocks() - step, geometry.shape());
                    assertThat(less.fpp(keys)).as(what).isGreaterThan(target);
                }
            }
        }
    }

    /** Where hashes that are the same are half of the target, which the halves must share. */
    @Test
    void sizing_lowestTargetOfTheHashes_isKept() {
        long keys = 1L << 40;
        double target = Limits.lowestFpp(keys);
        assertThat(PairedSizing.of(keys, target).fpp(keys)).isLessThanOrEqualTo(target);
    }

    /** Large filters take hardly more than two blocked ones of the square root. */
    @Test
    void sizing_largeFilters_isTwiceThatOfTheSquareRoot() {
        for (double target : TARGETS) {
            long keys = 1_000_000;
            assertThat((double) PairedSizing.of(keys, target).bits())
                    .as("%s", target)
                    .isCloseTo(2.0 * BlockedSizing.of(keys, Math.sqrt(target)).bits(), Percentage.withPercentage(0.1));
        }
    }

    @Test
    void newAmong_anyKeys_isTheSumOfTheChancesToBeNew() {
        for (BlockShape shape : BlockShape.values()) {
            for (long blocks : new long[] {1, 2, 10}) {
                PairedGeometry geometry = new PairedGeometry(blocks, shape);
                double notNew = 0;
                for (long key = 0; key < 1_000; key++) {
                    if (key == 1 || key == 100 || key == 129 || key == 400 || key == 999) {
                        assertThat(key - geometry.newAmong(key))
                                .as("%s, %d keys", geometry, key)
                                .isCloseTo(notNew, within(0.001 * notNew + 1e-9));
                    }
                    double inOne = geometry.half().fpp(key) - key * 0x1p-64;
                    notNew += inOne * inOne;
                }
            }
        }
    }

    /** The FPP of tables that were filled, from their bits: the mean is the computed one, and none is below the least one. */
    @Test
    void fpp_filledTables_isTheirMean() {
        SplittableRandom random = new SplittableRandom(Seeds.orElse(39));
        for (double target : new double[] {1e-3, 1e-6, 1e-9}) {
            for (int keys : new int[] {100, 1_000}) {
                PairedGeometry geometry = PairedSizing.of(keys, target);
                int tables = 300_000 / keys;
                double sum = 0;
                double squares = 0;
                double least = geometry.leastFpp(keys, Chance.CERTAIN);
                for (int i = 0; i < tables; i++) {
                    BloomTable table = BloomTable.of(geometry, false);
                    for (int key = 0; key < keys; key++) {
                        table.addHash(random.nextLong());
                    }
                    double fpp = table.currentFpp();
                    assertThat(fpp).as("%s", geometry).isGreaterThanOrEqualTo(least);
                    sum += fpp;
                    squares += fpp * fpp;
                }
                double mean = sum / tables;
                double error = Math.sqrt((squares / tables - mean * mean) / tables);
                assertThat(mean / geometry.fpp(keys))
                        .as("%s, %d keys, error %s", geometry, keys, error / mean)
                        .isBetween(0.98 - 6 * error / mean, 1.02 + 6 * error / mean);
            }
        }
    }

    @Test
    void position_anyHash_isThatOfEachHalf() {
        Random random = new Random(Seeds.orElse(0x9A12));
        for (BlockShape shape : BlockShape.values()) {
            PairedGeometry geometry = new PairedGeometry(48, shape);
            BlockedGeometry half = new BlockedGeometry(48, shape);
            for (int i = 0; i < 200; i++) {
                long hash = random.nextLong();
                for (int probe = 0; probe < shape.probes(); probe++) {
                    assertThat(geometry.position(hash, probe)).isEqualTo(half.position(hash, probe));
                    assertThat(geometry.position(hash, shape.probes() + probe))
                            .isEqualTo(half.bits() + half.position(Mix.remix(hash), probe));
                }
                for (int factor : new int[] {1, 2, 3, 16}) {
                    for (int probe = 0; probe < geometry.probes(); probe++) {
                        assertThat(geometry.foldPosition(geometry.position(hash, probe), factor))
                                .isEqualTo(geometry.fold(factor).position(hash, probe));
                    }
                }
            }
        }
    }
}
