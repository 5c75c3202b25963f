package dev.bloomery.internal.geometry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.bloomery.support.Seeds;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class OccupancyTest {

    @Test
    void exact_tinyCases_equalsCountingAllOutcomes() {
        for (int cells = 1; cells <= 4; cells++) {
            for (int throwsSoFar = 1; throwsSoFar <= 6; throwsSoFar++) {
                for (int probes = 1; probes <= 4; probes++) {
                    assertThat(Occupancy.exact(cells, throwsSoFar, probes))
                            .as("%d cells, %d throws, %d probes", cells, throwsSoFar, probes)
                            .isCloseTo(counted(cells, throwsSoFar, probes), within(1e-14));
                }
            }
        }
    }

    /** Every way in which the throws and then the probes may fall. */
    private static double counted(int cells, int throwsSoFar, int probes) {
        long outcomes = Math.round(Math.pow(cells, throwsSoFar + probes));
        long good = 0;
        for (long outcome = 0; outcome < outcomes; outcome++) {
            long rest = outcome;
            int taken = 0;
            boolean all = true;
            for (int i = 0; i < throwsSoFar + probes; i++) {
                int cell = 1 << (rest % cells);
                rest /= cells;
                if (i < throwsSoFar) {
                    taken |= cell;
                } else {
                    all &= (taken & cell) != 0;
                }
            }
            good += all ? 1 : 0;
        }
        return (double) good / outcomes;
    }

    /** P(Z = z) = C(m, z) S(t, z) z! / m^t, by inclusion and exclusion over whole numbers: no rounding until the end. */
    @Test
    void exact_smallCases_equalsInclusionAndExclusion() {
        for (int cells : new int[] {5, 17, 64}) {
            for (int throwsSoFar : new int[] {1, 10, 50, 200}) {
                for (int probes : new int[] {1, 3, 7, 20, 40}) {
                    double expected = byInclusionAndExclusion(cells, throwsSoFar, probes);
                    assertThat(Occupancy.exact(cells, throwsSoFar, probes))
                            .as("%d cells, %d throws, %d probes", cells, throwsSoFar, probes)
                            .isCloseTo(expected, Percentage.withPercentage(1e-9));
                }
            }
        }
    }

    private static double byInclusionAndExclusion(int cells, int throwsSoFar, int probes) {
        BigInteger sum = BigInteger.ZERO; // of C(m, z) * onto(t, z) * z^k
        BigInteger chooseZ = BigInteger.ONE;
        for (int z = 0; z <= cells; z++) {
            BigInteger onto = BigInteger.ZERO; // ways to throw t times so that z given cells are all hit and no other
            BigInteger choose = BigInteger.ONE;
            for (int j = 0; j <= z; j++) {
                BigInteger term = choose.multiply(BigInteger.valueOf(z - j).pow(throwsSoFar));
                onto = j % 2 == 0 ? onto.add(term) : onto.subtract(term);
                choose = choose.multiply(BigInteger.valueOf(z - j)).divide(BigInteger.valueOf(j + 1));
            }
            sum = sum.add(chooseZ.multiply(onto).multiply(BigInteger.valueOf(z).pow(probes)));
            chooseZ = chooseZ.multiply(BigInteger.valueOf(cells - z)).divide(BigInteger.valueOf(z + 1));
        }
        BigInteger all = BigInteger.valueOf(cells).pow(throwsSoFar + probes);
        return new BigDecimal(sum)
                .divide(new BigDecimal(all), MathContext.DECIMAL64)
                .doubleValue();
    }

    /** Sizes follow from these numbers, so they must not differ in a single digit from those of the formula in the javadoc. */
    @Test
    void allTaken_anyPlan_isThePlainRowToTheLastDigit() {
        SplittableRandom random = new SplittableRandom(Seeds.orElse(41));
        for (int i = 0; i < 1_000; i++) {
            int cells = 2 + random.nextInt(i % 20 == 0 ? (int) Occupancy.EXACT_CELLS - 1 : 300);
            long throwsSoFar = 1L + random.nextInt(i % 10 == 0 ? 6 * cells : cells);
            int probes = 1 + random.nextInt(40);
            double expected = plain(cells, throwsSoFar, probes);
            for (String time : List.of("first", "second")) {
                assertThat(Occupancy.allTaken(cells, throwsSoFar, probes))
                        .as("%d cells, %d throws, %d probes, asked the %s time", cells, throwsSoFar, probes, time)
                        .isEqualTo(expected);
            }
        }
    }

    /** The same answer whatever others ask meanwhile, also where their plans take each other's places. */
    @Test
    void allTaken_threadsWithManyPlans_answersAsAlone() {
        double[] alone = IntStream.rangeClosed(1, 3_000)
                .mapToDouble(throwsSoFar -> Occupancy.exact(100, throwsSoFar, 5))
                .toArray();
        int[] wrong = IntStream.range(0, 40)
                .parallel()
                .flatMap(round -> IntStream.rangeClosed(1, alone.length))
                .filter(throwsSoFar -> Occupancy.allTaken(100, throwsSoFar, 5) != alone[throwsSoFar - 1])
                .toArray();
        assertThat(wrong).isEmpty();
    }

    private static double plain(int cells, long throwsSoFar, int probes) {
        double[] chance = new double[cells + 1];
        chance[0] = 1;
        double share = 1.0 / cells;
        for (long t = 0; t < throwsSoFar; t++) {
            for (int z = cells; z > 0; z--) {
                chance[z] = chance[z] * (z * share) + chance[z - 1] * ((cells - z + 1) * share);
                chance[z] = chance[z] < 1e-30 ? 0 : chance[z];
            }
            chance[0] = 0;
        }
        double sum = 0;
        for (int z = 0; z <= cells; z++) {
            sum += chance[z] * Math.pow((double) z / cells, probes);
        }
        return Math.min(sum, 1);
    }

    /** What the javadoc says of the expansion, at the smallest size that uses it. */
    @Test
    void expanded_atHalfFill_errsUpwardsAndByLittle() {
        int cells = (int) Occupancy.EXACT_CELLS;
        long half = Math.round(cells * Math.log(2));
        for (int probes : new int[] {1, 2, 3, 4, 5, 7, 10, 13, 17, 20, 25, 30, 35, 40, 52, 64}) {
            double error = Occupancy.expanded(cells, half, probes) / Occupancy.exact(cells, half, probes) - 1;
            double bound = probes <= 10 ? 3e-6 : probes <= 40 ? 2.1e-4 : 1e-3;
            assertThat(error).as("%d probes", probes).isBetween(-1e-12, bound);
        }
    }

    @Test
    void expanded_atOtherFills_errsUpwards() {
        int cells = (int) Occupancy.EXACT_CELLS;
        for (double fill : new double[] {0.05, 0.2, 0.8, 0.95}) {
            long throwsSoFar = Math.round(-cells * Math.log(1 - fill));
            for (int probes : new int[] {1, 4, 10, 30}) {
                double error =
                        Occupancy.expanded(cells, throwsSoFar, probes) / Occupancy.exact(cells, throwsSoFar, probes)
                                - 1;
                assertThat(error).as("fill %s, %d probes", fill, probes).isBetween(-1e-12, 5e-3);
            }
        }
    }

    /** The textbook formula is too low for small filters: the reason of this class. */
    @Test
    void exact_smallFilter_isAboveTheTextbook() {
        double textbook = Math.pow(1 - Math.exp(-40.0 / 64), 13);
        assertThat(Occupancy.exact(64, 40, 13)).isGreaterThan(1.3 * textbook);
    }

    @Test
    void allTaken_edges_areCertain() {
        assertThat(Occupancy.allTaken(100, 0, 3)).isZero();
        assertThat(Occupancy.allTaken(1, 1, 3)).isEqualTo(1);
        assertThat(Occupancy.allTaken(1, 41, 3)).isEqualTo(1);
        assertThat(Occupancy.allTaken(1, 1L << 46, 64)).isEqualTo(1);
        for (long cells : new long[] {2, 3, 64, 4096, 4097}) {
            assertThat(Occupancy.allTaken(cells, 41 * cells, 7))
                    .as("%d cells", cells)
                    .isCloseTo(1, within(1e-9));
            assertThat(Occupancy.allTaken(cells, 1L << 46, 64))
                    .as("%d cells", cells)
                    .isEqualTo(1);
        }
    }

    /** One throw takes one cell, whatever the size: the chance is m^-k. */
    @Test
    void allTaken_oneThrow_isOneCellOfMany() {
        assertThat(Occupancy.allTaken(1000, 1, 2)).isCloseTo(1e-6, Percentage.withPercentage(1e-9));
        assertThat(Occupancy.allTaken(1L << 40, 1, 1)).isCloseTo(0x1p-40, Percentage.withPercentage(1e-6));
    }

    @Test
    void allTaken_acrossTheBorderOfTheTwoWays_keepsFalling() {
        double last = 1;
        for (long cells = 4090; cells < 4104; cells++) {
            double now = Occupancy.allTaken(cells, 2839, 7);
            assertThat(now).as("%d cells", cells).isLessThan(last);
            last = now;
        }
    }
}
