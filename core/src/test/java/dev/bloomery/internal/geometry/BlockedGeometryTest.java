package dev.bloomery.internal.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.support.Seeds;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    /** 2^32 values of half a hash share 100 million blocks: 94,967,296 of them have 43, the others 42. */
    @Test
    void fpp_largeFilter_equalsThePoissonSumOfUnevenBlocks() {
        for (BlockShape shape : BlockShape.values()) {
            for (double load : new double[] {1, 20, 51.2, 200}) {
                long blocks = 100_000_000;
                long keys = (long) (blocks * load);
                double upper = 94_967_296L * 43 * 0x1p-32;
                double sum = keys * 0x1p-64
                        + upper * poissonSum(shape, keys * 43 * 0x1p-32)
                        + (1 - upper) * poissonSum(shape, keys * 42 * 0x1p-32);
                assertThat(new BlockedGeometry(blocks, shape).fpp(keys))
                        .as("%s at load %s", shape, load)
                        .isCloseTo(sum, Percentage.withPercentage(0.001));
            }
        }
    }

    /** What the halves of a block more or less make of it: little, up to the largest array. */
    @Test
    void fpp_unevenBlocks_isHardlyMoreThanOfEvenOnes() {
        for (BlockShape shape : BlockShape.values()) {
            for (long blocks : new long[] {(1 << 20) + 1, 50_000_001, (1 << 28) - 1}) {
                double uneven = new BlockedGeometry(blocks, shape).fpp(blocks * 50);
                assertThat(uneven / poissonSum(shape, 50))
                        .as("%s of %d", shape, blocks)
                        .isBetween(0.9999, 1.01);
            }
        }
    }

    private static double poissonSum(BlockShape shape, double load) {
        double sum = 0;
        double weight = Math.exp(-load);
        for (int i = 0; i < 1000; i++) {
            sum += weight * shape.fppAtLoad(i);
            weight *= load / (i + 1);
        }
        return sum;
    }

    @Test
    void fpp_oneBlock_isThatOfItsLoad() {
        for (BlockShape shape : BlockShape.values()) {
            assertThat(new BlockedGeometry(1, shape).fpp(40))
                    .isCloseTo(shape.fppAtLoad(40), Percentage.withPercentage(1e-9));
        }
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

    /** The real FPP of a filter that is full, by an independent and exact computation, at the targets of each shape. */
    @ParameterizedTest
    @CsvSource({
        "TWO_BY_ONE,    0.3",
        "TWO_BY_TWO,    0.1",
        "TWO_BY_TWO,    0.05",
        "TWO_BY_THREE,  0.02",
        "TWO_BY_THREE,  0.01",
        "FOUR_BY_TWO,   0.005",
        "FOUR_BY_TWO,   0.001",
        "FOUR_BY_THREE, 0.0001",
        "FOUR_BY_THREE, 0.00001",
    })
    void fpp_largeFilterAtCapacity_isTheExactOne(BlockShape shape, double target) {
        long keys = 1_000_000_000;
        BlockedGeometry geometry = BlockedSizing.of(keys, target, shape);
        double real = BlockFpp.of(shape).ofSharedSetsAtMeanLoad((double) keys / geometry.blocks());
        assertThat(geometry.fpp(keys) / real)
                .as("computed to real, %s: %s", geometry, real)
                .isBetween(0.9995, 1.0015);
    }

    @Test
    void position_anyHash_liesInAWordOfEachGroupOfItsBlock() {
        long seed = Seeds.orElse(0xB10C);
        Random random = new Random(seed);
        for (BlockShape shape : BlockShape.values()) {
            for (long blocks : new long[] {1, 3, 1000, (1L << 40) / 512}) {
                BlockedGeometry geometry = new BlockedGeometry(blocks, shape);
                for (int i = 0; i < 300; i++) {
                    long hash = random.nextLong();
                    long block = geometry.block(hash);
                    assertThat(block).as("seed %d", seed).isBetween(0L, blocks - 1);
                    Set<Long> positions = new HashSet<>();
                    for (int probe = 0; probe < shape.probes(); probe++) {
                        long position = geometry.position(hash, probe);
                        String what = "seed " + seed + ", " + geometry + ", probe " + probe;
                        int group = probe / shape.bitsPerWord();
                        assertThat(position).as(what).isBetween(0L, geometry.bits() - 1);
                        assertThat(position / 512).as(what).isEqualTo(block);
                        assertThat(position / 64 % 8 % shape.words()).as(what).isEqualTo(group);
                        assertThat(position / 64 % 8).as(what).isEqualTo(geometry.word(hash, group));
                        assertThat(geometry.mask(hash, group) >>> position & 1)
                                .as(what)
                                .isEqualTo(1);
                        positions.add(position);
                    }
                    assertThat(positions).as("seed %d, all differ", seed).hasSize(shape.probes());
                }
            }
        }
    }

    /** The table in the comment of the class, bit by bit: flipping a bit of the hash moves what it says and nothing else. */
    @Test
    void wordAndMask_oneBitOfTheHashFlipped_moveAsDocumented() {
        long seed = Seeds.orElse(0xB17);
        Random random = new Random(seed);
        for (BlockShape shape : BlockShape.values()) {
            BlockedGeometry geometry = new BlockedGeometry(1, shape);
            boolean four = shape.words() == 4;
            for (int i = 0; i < 500; i++) {
                long hash = random.nextLong();
                for (int bit = 0; bit < 64; bit++) {
                    long other = hash ^ 1L << bit;
                    String what = shape + ", seed " + seed + ", bit " + bit;
                    for (int group = 0; group < shape.words(); group++) {
                        boolean picksWord = four ? bit == 24 + group : (bit - 12) / 2 == group && bit >= 12;
                        assertThat(geometry.word(hash, group) != geometry.word(other, group))
                                .as(what)
                                .isEqualTo(picksWord);
                        long mask = geometry.mask(hash, group);
                        long moved = geometry.mask(other, group);
                        if (!four && bit / 6 == group && bit < 12) { // rotates by a power of two, forth or back
                            int by = 1 << bit % 6;
                            assertThat(moved)
                                    .as(what)
                                    .isEqualTo(Long.rotateLeft(mask, (hash >>> bit & 1) == 0 ? by : -by));
                        } else if (!four && (bit < 16 || bit > 31)) {
                            assertThat(moved).as(what).isEqualTo(mask);
                        }
                    }
                }
            }
        }
    }

    /** Words and sets are rotations of one set: in all words of a key the gaps between its bits are the same. */
    @Test
    void mask_allWordsOfAKey_areRotationsOfOneSet() {
        long seed = Seeds.orElse(0x5E7);
        Random random = new Random(seed);
        for (BlockShape shape : BlockShape.values()) {
            BlockedGeometry geometry = new BlockedGeometry(7, shape);
            for (int i = 0; i < 2_000; i++) {
                long hash = random.nextLong();
                long first = geometry.mask(hash, 0);
                assertThat(Long.bitCount(first)).isEqualTo(shape.bitsPerWord());
                for (int group = 1; group < shape.words(); group++) {
                    int turn = BlockedGeometry.rotation(hash, group) - BlockedGeometry.rotation(hash, 0);
                    assertThat(geometry.mask(hash, group))
                            .as("%s, seed %d", shape, seed)
                            .isEqualTo(Long.rotateLeft(first, turn));
                }
            }
        }
    }

    /** From the fill back to the keys: a key leaves a bit free unless it picks the block, the word and the bit. */
    @Test
    void keysFor_meanFill_isTheNumberOfKeys() {
        for (BlockShape shape : BlockShape.values()) {
            BlockedGeometry geometry = new BlockedGeometry(500, shape);
            double miss = 1 - (double) shape.probes() / 512 / 500;
            for (int keys : new int[] {0, 1, 1000, 50_000}) {
                double setBits = geometry.bits() * (1 - Math.pow(miss, keys));
                assertThat(geometry.keysFor(setBits)).isCloseTo(keys, Percentage.withPercentage(1e-6));
                assertThat(geometry.setBitsFor(keys)).isCloseTo(setBits, Percentage.withPercentage(1e-6));
            }
        }
    }
}
