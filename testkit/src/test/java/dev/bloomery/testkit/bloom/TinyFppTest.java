package dev.bloomery.testkit.bloom;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.BloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.Layout;
import dev.bloomery.spec.Seed;
import dev.bloomery.support.Seeds;
import dev.bloomery.testkit.KeyShape;
import dev.bloomery.testkit.RateBound;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * FPPs that are too small to count: many filters are filled to capacity, the chance that k independent uniform probes all
 * hit set bits is computed from the bits of each, and the mean of these chances is bounded. That the probes are
 * independent and uniform is the matter of {@link ProbeUniformityTest}.
 */
@Execution(ExecutionMode.CONCURRENT)
class TinyFppTest {

    static Stream<Arguments> grid() {
        return Stream.of(
                Arguments.of(1, 1e-7, 10_000),
                Arguments.of(1, 1e-9, 10_000),
                Arguments.of(2, 1e-7, 10_000),
                Arguments.of(2, 1e-9, 10_000),
                Arguments.of(10, 1e-7, 10_000),
                Arguments.of(10, 1e-9, 10_000),
                Arguments.of(100, 1e-7, 10_000),
                Arguments.of(100, 1e-9, 10_000),
                Arguments.of(1_000, 1e-7, 2_000),
                Arguments.of(1_000, 1e-9, 2_000),
                Arguments.of(100_000, 1e-7, 40),
                Arguments.of(100_000, 1e-9, 40));
    }

    @ParameterizedTest
    @MethodSource("grid")
    void currentFpp_atCapacity_isOnAverageAtMostTheTarget(int n, double fpp, int filters) {
        BloomSpec spec = BloomSpec.of(n, fpp).sized();
        double[] chances = chances(spec, n, filters);
        // with few large filters the allowance of the bound is wide, but they hardly differ from each other
        RateBound.assertMeanAtMost(1.05 * fpp, chances, 5 * fpp, spec + "");
    }

    @Test
    void currentFpp_filterOverCapacity_isCaught() {
        double fpp = 1e-9;
        double[] chances = chances(BloomSpec.of(100, fpp).sized(), 125, 10_000);
        assertThatThrownBy(() -> RateBound.assertMeanAtMost(1.05 * fpp, chances, 5 * fpp, "over capacity"))
                .isInstanceOf(AssertionError.class);
    }

    /** The chance computed from the bits is the rate that is counted, where it can be counted. */
    @ParameterizedTest
    @MethodSource("countable")
    void currentFpp_countableFilter_isTheMeasuredRate(Layout layout, double fpp) {
        BloomSpec spec = BloomSpec.of(2_000, fpp).withLayout(layout).sized();
        BloomFilter<Long> filter = filled(spec, 2_000, Seeds.base());
        long probes = (long) (10_000 / fpp);
        long hits = 0;
        for (long i = 2_000; i < 2_000 + probes; i++) {
            hits += filter.mightContain(KeyShape.RANDOM.key(Seeds.base(), i)) ? 1 : 0;
        }
        double current = filter.info().currentFpp();
        RateBound.assertRateAtMost(1.02 * current, hits, probes, spec + "");
        RateBound.assertRateAtLeast(0.98 * current, hits, probes, spec + "");
    }

    static Stream<Arguments> countable() {
        return Stream.concat(
                Stream.of(Layout.CLASSIC, Layout.PARTITIONED, Layout.BLOCKED)
                        .flatMap(layout -> Stream.of(0.1, 0.01, 1e-3).map(fpp -> Arguments.of(layout, fpp))),
                Stream.of(Arguments.of(Layout.PAIRED, 1e-3)));
    }

    /** The layout for such FPPs: the halves of each filter have their bits counted. */
    @ParameterizedTest
    @CsvSource({
        "1, 1e-3, 2000",
        "1, 1e-9, 2000",
        "10, 1e-3, 4000",
        "10, 1e-6, 4000",
        "10, 1e-9, 4000",
        "100, 1e-4, 2000",
        "100, 1e-6, 2000",
        "100, 1e-9, 2000",
        "1000, 1e-5, 400",
        "1000, 1e-7, 400",
        "1000, 1e-9, 400"
    })
    void currentFpp_pairedAtCapacity_isOnAverageAtMostTheTarget(int n, double fpp, int filters) {
        BloomSpec spec = BloomSpec.of(n, fpp).withLayout(Layout.PAIRED).sized();
        RateBound.assertMeanAtMost(1.1 * fpp, chances(spec, n, filters), 5 * fpp, spec + "");
    }

    @Test
    void currentFpp_pairedOverCapacity_isCaught() {
        double fpp = 1e-6;
        double[] chances =
                chances(BloomSpec.of(1_000, fpp).withLayout(Layout.PAIRED).sized(), 1_250, 400);
        assertThatThrownBy(() -> RateBound.assertMeanAtMost(1.1 * fpp, chances, 50 * fpp, "over capacity"))
                .isInstanceOf(AssertionError.class);
    }

    private static double[] chances(BloomSpec spec, int n, int filters) {
        double[] chances = new double[filters];
        for (int f = 0; f < filters; f++) {
            chances[f] = filled(spec, n, Seeds.base() + f).info().currentFpp();
        }
        return chances;
    }

    private static BloomFilter<Long> filled(BloomSpec spec, int n, long seed) {
        BloomFilter<Long> filter = Filters.bloom(KeyEncoder.int64(), spec)
                .seed(Seed.of(KeyShape.mix(seed)))
                .singleWriter()
                .build();
        for (int i = 0; i < n; i++) {
            filter.add(KeyShape.RANDOM.key(seed, i));
        }
        return filter;
    }
}
