package dev.bloomery.internal.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.TestSeed;
import java.util.Random;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class BlockedGeometryTest {

    /** The mixture written plainly: every load from 0 to n with its binomial weight, by logarithms. */
    @Test
    void fpp_anySize_equalsThePlainBinomialSum() {
        for (BlockShape shape : BlockShape.values()) {
            for (long blocks : new long[] {2, 3, 10, 200, 5000}) {
                for (int keys : new int[] {1, 2, 10, 100, 3000}) {
                    assertThat(new BlockedGeometry(blocks, shape).fpp(keys))
                            .as("%s, %d blocks, %d keys", shape, blocks, keys)
                            .isCloseTo(plainBinomial(blocks, keys, shape), Percentage.withPercentage(1e-6));
                }
            }
        }
    }

    private static double plainBinomial(long blocks, int keys, BlockShape shape) {
        double sum = keys * 0x1p-64;
        double logChoose = 0;
        for (int load = 0; load <= keys; load++) {
            double logWeight = logChoose - load * Math.log((double) blocks) + (keys - load) * Math.log1p(-1.0 / blocks);
            sum += Math.exp(logWeight) * shape.fppAtLoad(load);
            logChoose += Math.log(keys - load) - Math.log(load + 1);
        }
        return sum;
    }

    @Test
    void fpp_largeFilter_equalsThePoissonSum() {
        for (BlockShape shape : BlockShape.values()) {
            for (double load : new double[] {1, 20, 51.2, 200}) {
                long blocks = 100_000_000;
                double sum = blocks * load * 0x1p-64;
                double weight = Math.exp(-load);
                for (int i = 0; i < 1000; i++) {
                    sum += weight * shape.fppAtLoad(i);
                    weight *= load / (i + 1);
                }
                assertThat(new BlockedGeometry(blocks, shape).fpp((long) (blocks * load)))
                        .as("%s at load %s", shape, load)
                        .isCloseTo(sum, Percentage.withPercentage(0.001));
            }
        }
    }

    @Test
    void fpp_oneBlock_isThatOfItsLoad() {
        BlockShape shape = BlockShape.EIGHT_WORDS;
        assertThat(new BlockedGeometry(1, shape).fpp(40))
                .isCloseTo(shape.fppAtLoad(40), Percentage.withPercentage(1e-9));
    }

    @Test
    void fpp_edges_areCertain() {
        for (BlockShape shape : BlockShape.values()) {
            for (long blocks : new long[] {1, 2, 1000, 1L << 31}) {
                BlockedGeometry geometry = new BlockedGeometry(blocks, shape);
                assertThat(geometry.fpp(0)).as("%s", geometry).isZero();
                if (blocks <= 1000) {
                    assertThat(geometry.fpp(1L << 40)).as("%s", geometry).isEqualTo(1);
                    assertThat(geometry.fpp(blocks * 9_999))
                            .as("%s", geometry)
                            .isCloseTo(1, Percentage.withPercentage(1e-6));
                }
            }
        }
    }

    @Test
    void position_anyHash_liesInItsWordOfItsBlock() {
        long seed = TestSeed.orElse(0xB10C);
        Random random = new Random(seed);
        for (BlockShape shape : BlockShape.values()) {
            for (long blocks : new long[] {1, 3, 1000, (1L << 40) / shape.blockBits()}) {
                BlockedGeometry geometry = new BlockedGeometry(blocks, shape);
                for (int i = 0; i < 300; i++) {
                    long hash = random.nextLong();
                    long block = geometry.block(hash);
                    assertThat(block).as("seed %d", seed).isBetween(0L, blocks - 1);
                    for (int probe = 0; probe < shape.probes(); probe++) {
                        long position = geometry.position(hash, probe);
                        assertThat(position / 64)
                                .as("seed %d, %s, probe %d", seed, geometry, probe)
                                .isEqualTo(block * shape.words() + probe % shape.words());
                        assertThat(position).isBetween(0L, geometry.bits() - 1);
                    }
                }
            }
        }
    }

    /** From the fill back to the keys: the mean fill is blocks * 64 * words * (1 - (1 - hit)^n). */
    @Test
    void keysFor_meanFill_isTheNumberOfKeys() {
        for (BlockShape shape : BlockShape.values()) {
            BlockedGeometry geometry = new BlockedGeometry(500, shape);
            double miss = 1 - (1 - Math.pow(63.0 / 64, shape.bitsPerWord())) / 500;
            for (int keys : new int[] {0, 1, 1000, 50_000}) {
                double setBits = geometry.bits() * (1 - Math.pow(miss, keys));
                assertThat(geometry.keysFor(setBits)).isCloseTo(keys, Percentage.withPercentage(1e-6));
            }
        }
    }
}
