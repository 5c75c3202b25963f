package dev.bloomery.testkit.family;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.family.FilterFamily;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.Seed;
import dev.bloomery.support.Seeds;
import dev.bloomery.testkit.FppTrial;
import dev.bloomery.testkit.KeyShape;
import dev.bloomery.testkit.RateBound;
import dev.bloomery.testkit.Subject;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The FPP of owners of each size. Each owner is a filter of its own, so owners are the trials of {@link FppTrial}: each has keys of its own, is
 * asked some absent ones, and counts once.
 */
class FamilyFppTest {

    private static FilterFamily<Long, Long> family(double targetFpp) {
        return FilterFamily.of(KeyEncoder.int64(), KeyEncoder.int64(), targetFpp)
                .seed(Seed.of(Seeds.base()))
                .build();
    }

    /** @param seenAs what the family gets for a key: the key itself, or less of it in a control */
    private static FppTrial trial(
            FilterFamily<Long, Long> family,
            KeyShape shape,
            LongUnaryOperator seenAs,
            long keys,
            long owners,
            int probes) {
        return FppTrial.run(
                owner -> new Subject<>(
                        key -> family.add(owner, seenAs.applyAsLong(key)),
                        key -> family.mightContain(owner, seenAs.applyAsLong(key))),
                shape::key,
                keys,
                owners,
                probes);
    }

    @ParameterizedTest
    @CsvSource({
        "0.01, 1, 50000, 40", "0.01, 2, 50000, 20", "0.01, 5, 50000, 10", "0.01, 20, 50000, 10",
        "0.01, 24, 50000, 10", "0.01, 25, 50000, 10", "0.01, 48, 20000, 10", "0.01, 100, 20000, 10",
        "0.5, 20, 20000, 1", "0.5, 34, 20000, 1", "0.5, 1000, 5000, 1", "0.1, 300, 5000, 4",
        "0.001, 20, 20000, 100", "0.001, 200, 5000, 200"
    })
    void mightContain_absentKeys_atMostTheFppAskedFor(double fpp, long keys, long owners, int probes) {
        FilterFamily<Long, Long> family = family(fpp);
        FppTrial trial = trial(family, KeyShape.RANDOM, key -> key, keys, owners, probes);
        String what = keys + " keys at " + fpp;
        trial.assertFppAtMost(fpp, what);
        trial.assertFppAtMost(1.02 * family.info().expectedFpp(), what + ", by formula");
        if (keys >= 20) {
            // not bought with twice the memory
            RateBound.assertRateAtLeast(0.25 * fpp, trial.hits(), owners * probes, what + ", far below");
        }
    }

    /** So large that all of one size are alike: each probe is a trial. */
    @ParameterizedTest
    @CsvSource({"0.01, 1000, 200, 2000", "0.01, 10000, 20, 20000", "0.001, 10000, 10, 200000"})
    void mightContain_absentKeysOfLargeOwners_atMostTheFppAskedFor(double fpp, long keys, long owners, int probes) {
        FilterFamily<Long, Long> family = family(fpp);
        FppTrial trial = trial(family, KeyShape.RANDOM, key -> key, keys, owners, probes);
        String what = keys + " keys at " + fpp;
        trial.assertProbeRateAtMost(fpp, what);
        trial.assertProbeRateAtMost(1.02 * family.info().expectedFpp(), what + ", by formula");
        RateBound.assertRateAtLeast(0.25 * fpp, trial.hits(), owners * probes, what + ", far below");
    }

    @ParameterizedTest
    @EnumSource
    void mightContain_keysOfEachShape_atMostTheFppAskedFor(KeyShape shape) {
        trial(family(0.01), shape, key -> key, 20, 20_000, 10).assertFppAtMost(0.01, "20 keys, " + shape);
        trial(family(0.01), shape, key -> key, 60, 10_000, 10).assertFppAtMost(0.01, "60 keys, " + shape);
    }

    /** A key that is a false positive for one owner is not so for the others, though all have the same keys. */
    @Test
    void mightContain_sameKeysForAllOwners_isIndependent() {
        FilterFamily<Long, Long> family = family(0.01);
        long owners = 50_000;
        long hits = 0;
        for (long owner = 0; owner < owners; owner++) {
            for (long key = 0; key < 20; key++) {
                family.add(owner, key);
            }
            hits += family.mightContain(owner, 777L) ? 1 : 0;
        }
        RateBound.assertRateAtMost(0.01, hits, owners, "one absent key");
        RateBound.assertRateAtLeast(0.0025, hits, owners, "one absent key");
    }

    /** Control: only 2^11 different keys are seen, which adds 20 / 2^11 to the FPP. */
    @Test
    void assertFppAtMost_keysCutShort_isCaught() {
        assertThatThrownBy(() -> trial(family(0.01), KeyShape.RANDOM, key -> key & 2_047, 20, 50_000, 10)
                        .assertFppAtMost(0.01, "cut keys"))
                .isInstanceOf(AssertionError.class);
    }
}
