package dev.bloomery.testkit.bloom;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.BloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSizing;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.Layout;
import dev.bloomery.spec.Seed;
import dev.bloomery.support.Seeds;
import dev.bloomery.testkit.FppTrial;
import dev.bloomery.testkit.KeptFpp;
import dev.bloomery.testkit.KeyShape;
import dev.bloomery.testkit.LongSubject;
import dev.bloomery.testkit.PlainBloomFilter;
import dev.bloomery.testkit.RateBound;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The FPP assertions catch what they must: each control is a filter that is broken on purpose, beside its sound partner. */
@Execution(ExecutionMode.CONCURRENT)
class FppControlsTest {
    private static final double FPP = 0.01;
    private static final int N = 100;

    @Test
    void assertFppAtMost_soundPlainFilter_passes() {
        BloomSizing size = classic(N, FPP);
        assertPasses(
                N,
                FPP,
                plain(() ->
                        new PlainBloomFilter(PlainBloomFilter.independent(size.sizeInBits(), size.probesPerKey()))));
    }

    @ParameterizedTest
    @EnumSource(
            value = Layout.class,
            names = {"CLASSIC", "BLOCKED"})
    void assertFppAtMost_filterOverCapacity_fails(Layout layout) {
        BloomSpec spec = BloomSpec.of(N, FPP).withLayout(layout).sized();
        LongFunction<LongSubject> filters = seed -> LongSubject.of(filter(spec, seed));
        assertPasses(N, FPP, filters);
        assertFails(N + N / 4, FPP, filters);
    }

    @Test
    void assertFppAtMost_aProbeTooFew_fails() {
        BloomSizing size = classic(N, FPP);
        assertFails(
                N,
                FPP,
                plain(() -> PlainBloomFilter.withAProbeTooFew(
                        PlainBloomFilter.independent(size.sizeInBits(), size.probesPerKey()))));
    }

    @Test
    void assertFppAtMost_doubleHashingInASmallArray_fails() {
        double fpp = 1e-4;
        BloomSizing size = classic(10, fpp);
        assertPasses(
                10,
                fpp,
                plain(() ->
                        new PlainBloomFilter(PlainBloomFilter.independent(size.sizeInBits(), size.probesPerKey()))));
        assertFails(10, fpp, plain(() -> PlainBloomFilter.withDoubleHashing(size.sizeInBits(), size.probesPerKey())));
    }

    /** Both halves by the same hash: a key that looks present in one does in the other, and the FPP is the square root of the target. */
    @Test
    void assertFppAtMost_halvesByTheSameHash_fails() {
        BloomSpec spec = BloomSpec.of(N, FPP).withLayout(Layout.PAIRED).sized();
        BloomSizing size = spec.size().orElseThrow();
        BloomSpec half =
                BloomSpec.ofSize(new BloomSizing(Layout.BLOCKED, size.sizeInBits() / 2, size.probesPerKey() / 2), N);
        assertPasses(N, FPP, seed -> LongSubject.of(filter(spec, seed)));
        assertFails(N, FPP, seed -> {
            BloomFilter<Long> first = filter(half, seed);
            BloomFilter<Long> second = filter(half, seed);
            return new LongSubject(
                    key -> {
                        first.add(key);
                        second.add(key);
                    },
                    key -> first.mightContain(key) && second.mightContain(key));
        });
    }

    @Test
    void assertProbeRateAtMost_filterOverCapacity_fails() {
        BloomSpec spec = BloomSpec.of(100_000, FPP).withLayout(Layout.BLOCKED).sized();
        FppTrial full = FppTrial.runLongs(
                seed -> LongSubject.of(filter(spec, seed)), KeyShape.RANDOM::key, 100_000, 10, 20_000);
        FppTrial over = FppTrial.runLongs(
                seed -> LongSubject.of(filter(spec, seed)), KeyShape.RANDOM::key, 125_000, 10, 20_000);
        assertThatCode(() -> full.assertProbeRateAtMost(1.05 * FPP, "full")).doesNotThrowAnyException();
        assertThatThrownBy(() -> over.assertProbeRateAtMost(1.05 * FPP, "over"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("-Dtest.seed=");
    }

    @Test
    void assertMeanAtMost_meanATenthTooLarge_fails() {
        SplittableRandom random = Seeds.random("mean");
        double[] samples = random.doubles(20_000, 0.5, 1.5).toArray();
        assertThatCode(() -> RateBound.assertMeanAtMost(1, samples, 5, "sound")).doesNotThrowAnyException();
        assertThatThrownBy(() -> RateBound.assertMeanAtMost(0.9, samples, 5, "broken"))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void assertRateAtLeast_halfTheRate_fails() {
        assertThatCode(() -> RateBound.assertRateAtLeast(0.1, 990, 10_000, "sound"))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> RateBound.assertRateAtLeast(0.1, 500, 10_000, "broken"))
                .isInstanceOf(AssertionError.class);
    }

    private static void assertPasses(int n, double fpp, LongFunction<LongSubject> filters) {
        FppTrial trial = trial(n, fpp, filters);
        assertThatCode(() -> trial.assertFppAtMost(1.05 * fpp, "sound")).doesNotThrowAnyException();
    }

    private static void assertFails(int n, double fpp, LongFunction<LongSubject> filters) {
        FppTrial trial = trial(n, fpp, filters);
        assertThatThrownBy(() -> trial.assertFppAtMost(1.05 * fpp, "broken")).isInstanceOf(AssertionError.class);
    }

    private static FppTrial trial(int n, double fpp, LongFunction<LongSubject> filters) {
        return FppTrial.runLongs(filters, KeyShape.RANDOM::key, n, 10 * KeptFpp.FEWER_HITS, (int) (0.1 / fpp));
    }

    private static BloomSizing classic(int n, double fpp) {
        return BloomSizing.of(Layout.CLASSIC, n, fpp);
    }

    private static BloomFilter<Long> filter(BloomSpec spec, long seed) {
        return Filters.bloom(KeyEncoder.int64(), spec).seed(Seed.of(seed)).build();
    }

    /** Keys of the trial look random already, so they serve as hashes. */
    private static LongFunction<LongSubject> plain(Supplier<PlainBloomFilter> filter) {
        return seed -> {
            PlainBloomFilter made = filter.get();
            return new LongSubject(made::addHash, made::mightContainHash);
        };
    }
}
