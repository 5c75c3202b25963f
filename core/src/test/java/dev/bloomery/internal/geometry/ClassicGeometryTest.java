package dev.bloomery.internal.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.support.Seeds;
import java.util.Arrays;
import java.util.Random;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class ClassicGeometryTest {

    /** Sizes that no test allocates: no product may overflow and no position may be cut to 32 bits. */
    @Test
    void position_beyondTwoToThe32_staysInRangeAndReachesEveryPart() {
        long seed = Seeds.orElse(0xC1A5);
        Random random = new Random(seed);
        for (long bits : new long[] {1, 64, (1L << 32) + 320, 1L << 37, 1L << 40, 1L << 47}) {
            ClassicGeometry geometry = new ClassicGeometry(bits, 7);
            int[] hitsOfPart = new int[16];
            for (int i = 0; i < 1000; i++) {
                long hash = random.nextLong();
                for (int probe = 0; probe < 7; probe++) {
                    long position = geometry.position(hash, probe);
                    assertThat(position).as("seed %d, %d bits", seed, bits).isBetween(0L, bits - 1);
                    hitsOfPart[(int) (position / ((bits + 15) / 16))]++;
                }
            }
            if (bits >= 64) {
                // 7000 / 16 = 437 expected, with a deviation of 20
                assertThat(Arrays.stream(hitsOfPart).boxed())
                        .as("seed %d, %d bits", seed, bits)
                        .allMatch(hits -> hits > 300 && hits < 580);
            }
        }
    }

    @Test
    void fpp_sizesBeyondTwoToThe32_followsTheLoadAlone() {
        double small = new ClassicGeometry(10_000_000, 7).fpp(1_000_000);
        for (long keys : new long[] {1L << 32, 1L << 36, 1L << 40}) {
            assertThat(new ClassicGeometry(keys * 10, 7).fpp(keys))
                    .as("%d keys", keys)
                    .isCloseTo(small, Percentage.withPercentage(0.01));
        }
    }

    @Test
    void fpp_collisionsOfTheHashes_areInIt() {
        assertThat(new ClassicGeometry(1L << 47, 64).fpp(1L << 30)).isCloseTo(0x1p-34, Percentage.withPercentage(1e-9));
    }

    @Test
    void keysFor_meanFill_isTheNumberOfKeys() {
        ClassicGeometry geometry = new ClassicGeometry(10_000, 5);
        for (int keys : new int[] {0, 1, 1000, 5000}) {
            double setBits = 10_000 * (1 - Math.pow(1 - 1e-4, 5.0 * keys));
            assertThat(geometry.keysFor(setBits)).isCloseTo(keys, Percentage.withPercentage(1e-6));
        }
        assertThat(geometry.keysFor(10_000)).isInfinite();
    }
}
