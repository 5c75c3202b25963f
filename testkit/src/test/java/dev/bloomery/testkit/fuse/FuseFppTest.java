package dev.bloomery.testkit.fuse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.Filters;
import dev.bloomery.FuseFilter;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.FuseSpec;
import dev.bloomery.spec.Seed;
import dev.bloomery.testkit.FppTrial;
import dev.bloomery.testkit.KeyShape;
import dev.bloomery.testkit.LongSubject;
import dev.bloomery.testkit.RateBound;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A fuse filter delivers 2^-w, which is at most the FPP asked for, at every number of keys: counted over the grid of {@code
 * BloomFppTest}.
 *
 * <p>A fingerprint that is even and independent of the cells fits by chance with 2^-w, whatever is in the filter. So every probe
 * is a trial of its own, also many of one small filter. Each case allows 1.05 times 2^-w and expects some {@value
 * #EXPECTED_HITS} hits at it ({@value #FEWER_HITS} below 5e-4); a filter of a bit too few has twice as many.
 */
@Execution(ExecutionMode.CONCURRENT)
class FuseFppTest {
    private static final double ALLOWED = 1.05;
    private static final int EXPECTED_HITS = 3_500;
    private static final int FEWER_HITS = 1_000;

    static Stream<Arguments> grid() {
        List<Arguments> grid = new ArrayList<>();
        for (int arity : new int[] {3, 4}) {
            for (int n : new int[] {1, 2, 3, 5, 10, 100, 1_000, 100_000, 1_000_000}) {
                for (double fpp : new double[] {0.5, 0.1, 0.01, 1e-3, 1e-4}) {
                    grid.add(Arguments.of(FuseSpec.of(fpp).withArity(arity).withKeys(n)));
                }
            }
        }
        return grid.stream();
    }

    @ParameterizedTest
    @MethodSource("grid")
    void mightContain_anyNumberOfKeys_keepsTheFppAskedFor(FuseSpec spec) {
        assertKeepsFpp(spec, KeyShape.RANDOM);
    }

    @ParameterizedTest
    @EnumSource(KeyShape.class)
    void mightContain_keysOfAnyShape_keepTheFppAskedFor(KeyShape shape) {
        for (int n : new int[] {100, 100_000}) {
            assertKeepsFpp(FuseSpec.of(0.01).withKeys(n), shape);
            assertKeepsFpp(FuseSpec.of(0.01).withKeys(n).withArity(4), shape);
        }
    }

    /** FPPs that are too small to count have the same code with another width: no probe of a million may hit. */
    @Test
    void mightContain_tinyFpp_hitsNothing() {
        for (double fpp : new double[] {1e-9, 1e-12, 1e-14}) {
            FuseFilter<Long> filter = filter(FuseSpec.of(fpp), 1, LongStream.range(0, 10_000));
            assertThat(filter.info().expectedFpp()).isLessThanOrEqualTo(fpp);
            assertThat(LongStream.range(10_000, 1_000_000)
                            .filter(filter::mightContainLong)
                            .count())
                    .isZero();
        }
    }

    /** Control: a fingerprint of one bit too few. */
    @Test
    void assertProbeRateAtMost_aBitTooFew_fails() {
        FuseSpec right = FuseSpec.of(0.01).withKeys(1_000);
        FuseSpec narrow = FuseSpec.of(2 * 0.01).withKeys(1_000);
        FppTrial sound = trial(right, KeyShape.RANDOM, 0.01);
        FppTrial broken = trial(narrow, KeyShape.RANDOM, 0.01);
        assertThatCode(() -> sound.assertProbeRateAtMost(ALLOWED * 0.01, "sound"))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> broken.assertProbeRateAtMost(ALLOWED * 0.01, "a bit too few"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("-Dtest.seed=");
    }

    private static void assertKeepsFpp(FuseSpec spec, KeyShape shape) {
        double expected =
                filter(spec, 1, LongStream.range(0, spec.capacity())).info().expectedFpp();
        assertThat(expected).isLessThanOrEqualTo(spec.targetFpp() * (1 + 1e-4)).isGreaterThan(spec.targetFpp() / 2.1);
        FppTrial trial = trial(spec, shape, expected);
        trial.assertProbeRateAtMost(ALLOWED * expected, spec + " " + shape);
        RateBound.assertRateAtLeast(
                expected / ALLOWED, trial.hits(), trial.filters() * trial.probesPerFilter(), spec + " " + shape);
    }

    private static FppTrial trial(FuseSpec spec, KeyShape shape, double fpp) {
        long n = spec.capacity();
        long filters = n <= 1_000 ? 300 : n <= 100_000 ? 10 : 1;
        int hits = fpp < 5e-4 ? FEWER_HITS : EXPECTED_HITS;
        int probes = (int) Math.max(100, hits / fpp / filters);
        return FppTrial.runLongs(
                seed -> LongSubject.ofBuilt(keys -> filter(spec, seed, LongStream.of(keys))),
                shape::key,
                n,
                filters,
                probes);
    }

    private static FuseFilter<Long> filter(FuseSpec spec, long seed, LongStream keys) {
        return Filters.fuse(KeyEncoder.int64(), spec).seed(Seed.of(seed)).buildLongs(keys.toArray());
    }
}
