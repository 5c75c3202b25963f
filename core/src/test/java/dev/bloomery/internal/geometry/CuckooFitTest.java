package dev.bloomery.internal.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CuckooFitTest {
    private static final double FAILURE = 1e-6;

    @ParameterizedTest
    @CsvSource({"0.1, 7", "0.03, 8", "0.01, 10", "0.001, 13", "0.0001, 17", "1e-9, 33", "0.5, 7"})
    void width_largeTable_isTheLeastThatKeepsTheTarget(double fpp, int width) {
        assertThat(CuckooFit.of(1_000_000, fpp).width()).isEqualTo(width);
    }

    @Test
    void fpp_atCapacity_isAtMostTheTarget() {
        for (long keys :
                new long[] {0, 1, 2, 8, 9, 10, 100, 1_000, 100_000, 1_000_000, 1L << 33, Limits.MAX_CAPACITY}) {
            for (double fpp : new double[] {0.99, 0.5, 0.1, 0.01, 1e-3, 1e-4, 1e-5, 1e-7, 1e-9}) {
                if (fpp < Limits.lowestFpp(keys)) {
                    continue; // the hashes alone collide more often
                }
                CuckooGeometry fit = CuckooFit.of(keys, fpp);
                assertThat(fit.fpp(keys)).as("%d keys at %s", keys, fpp).isLessThanOrEqualTo(fpp);
                assertThat(fit.slots()).isGreaterThanOrEqualTo(keys);
                assertThat(CuckooFit.overflow(fit, keys)).isLessThan(1e-7);
                assertThat(CuckooFit.lowestFpp(keys)).isLessThanOrEqualTo(fpp);
                if (fit.width() > CuckooFit.MIN_WIDTH) {
                    CuckooGeometry narrower = new CuckooGeometry(fit.buckets(), fit.width() - 1);
                    assertThat(narrower.fpp(Math.max(keys, 1)) > fpp || CuckooFit.overflow(narrower, keys) > 1e-7)
                            .isTrue();
                }
            }
        }
    }

    @Test
    void bitsPerKey_fromAMillionOn_areAtMostTheWidthByNinetyFivePercent() {
        for (long keys = 1_000_000; keys < 1L << 36; keys += 1 + keys / 97) {
            CuckooGeometry fit = CuckooFit.of(keys, 0.01);
            assertThat((double) fit.bits() / keys).as("%d keys", keys).isLessThanOrEqualTo(fit.width() / 0.95);
        }
    }

    @Test
    void keys_anyBuckets_areTheMostThatGetThem() {
        for (long buckets = 2; buckets < 100_000; buckets += 2 + buckets / 10 * 2) {
            long keys = CuckooFit.keys(buckets);
            assertThat(CuckooFit.buckets(keys)).isLessThanOrEqualTo(buckets);
            assertThat(CuckooFit.buckets(keys + 1)).isGreaterThan(buckets);
        }
        assertThat(CuckooFit.keys(2)).isEqualTo(8);
    }

    /** In two buckets every key may lie in every slot. */
    @Test
    void buckets_upToEightKeys_areTwo() {
        for (long keys = 0; keys <= 8; keys++) {
            assertThat(CuckooFit.buckets(keys)).isEqualTo(2);
        }
        assertThat(CuckooFit.buckets(9)).isGreaterThan(2);
    }

    @Test
    void room_smallTables_isThereByTheBoundOfHall() {
        for (int keys = 9; keys < 1_500; keys += 1 + keys / 12) {
            long buckets = CuckooFit.buckets(keys);
            assertThat(overloaded(buckets, keys))
                    .as("%d keys, %d buckets", keys, buckets)
                    .isLessThan(FAILURE);
        }
    }

    /** The bound is not so loose that it would let any slack pass. */
    @Test
    void room_aFourthFewerBuckets_isNotThereByTheBoundOfHall() {
        for (int keys = 12; keys < 1_000; keys += keys / 3) {
            long buckets = CuckooFit.buckets(keys) * 3 / 4 / 2 * 2;
            assertThat(overloaded(buckets, keys))
                    .as("%d keys, %d buckets", keys, buckets)
                    .isGreaterThan(FAILURE);
        }
    }

    /**
     * An upper bound of the chance that keys do not fit. They do not if and only if some set of buckets gets more keys that have no
     * bucket outside than it has slots (Hall's theorem). A set of s even and t odd buckets gets a key with probability s t / m^2,
     * m being the number of each; the chances of all sets are added up.
     */
    private static double overloaded(long buckets, int keys) {
        int m = (int) (buckets / 2);
        double[] logFactorial = new double[Math.max(keys, m) + 1];
        for (int i = 1; i < logFactorial.length; i++) {
            logFactorial[i] = logFactorial[i - 1] + Math.log(i);
        }
        double sum = 0;
        for (int s = 1; s <= m; s++) {
            for (int t = s; t <= m && 4 * (s + t) < keys; t++) {
                double chance = (double) s * t / m / m;
                double log = choose(logFactorial, m, s) + choose(logFactorial, m, t);
                log += logTail(logFactorial, keys, chance, 4 * (s + t) + 1);
                sum += Math.exp(Math.min(log, 10)) * (s == t ? 1 : 2);
            }
        }
        return sum;
    }

    private static double choose(double[] logFactorial, int n, int k) {
        return logFactorial[n] - logFactorial[k] - logFactorial[n - k];
    }

    /** The logarithm of the chance of at least so many successes. */
    private static double logTail(double[] logFactorial, int n, double chance, int least) {
        if (chance >= 1) {
            return 0;
        }
        double first = choose(logFactorial, n, least) + least * Math.log(chance) + (n - least) * Math.log1p(-chance);
        double sum = 0;
        double term = 1;
        for (int k = least; k <= n && term > 1e-12 * sum; k++) {
            sum += term;
            term *= (double) (n - k) / (k + 1) * chance / (1 - chance);
        }
        return Math.min(0, first + Math.log(sum));
    }
}
