package dev.bloomery.testkit.cuckoo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.CuckooFilter;
import dev.bloomery.Filters;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.CuckooSizing;
import dev.bloomery.spec.CuckooSpec;
import dev.bloomery.spec.Seed;
import dev.bloomery.support.Seeds;
import dev.bloomery.testkit.FppTrial;
import dev.bloomery.testkit.KeptFpp;
import dev.bloomery.testkit.KeyShape;
import dev.bloomery.testkit.LongSubject;
import dev.bloomery.testkit.RateBound;
import dev.bloomery.testkit.Subject;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The FPP asked for is the FPP delivered by cuckoo filters: over the grid of {@code BloomFppTest}, and by its bounds. */
@Execution(ExecutionMode.CONCURRENT)
class CuckooFppTest {

    static Stream<Arguments> grid() {
        return IntStream.of(1, 2, 10, 100, 1_000, 100_000, 1_000_000)
                .boxed()
                .flatMap(n -> Stream.of(0.5, 0.1, 0.01, 1e-3, 1e-4)
                        .map(fpp -> Arguments.of(CuckooSpec.of(n, fpp).sized())));
    }

    @ParameterizedTest
    @MethodSource("grid")
    void mightContain_atCapacity_keepsTheFppAskedFor(CuckooSpec spec) {
        assertKeepsFpp(spec, KeyShape.RANDOM, KeptFpp.FEWER_HITS);
    }

    @ParameterizedTest
    @EnumSource(KeyShape.class)
    void mightContain_keysOfAnyShape_keepTheFppAskedFor(KeyShape shape) {
        for (int n : new int[] {100, 100_000}) {
            assertKeepsFpp(CuckooSpec.of(n, 0.01).sized(), shape, KeptFpp.FEWER_HITS);
        }
    }

    @ParameterizedTest
    @EnumSource(KeyShape.class)
    void mightContain_stringsWithACommonPrefix_keepTheFppAskedFor(KeyShape shape) {
        CuckooSpec spec = CuckooSpec.of(20_000, 0.01).sized();
        FppTrial.run(
                        seed -> Subject.of(Filters.cuckoo(KeyEncoder.utf8(), spec)
                                .seed(Seed.of(seed))
                                .build()),
                        shape::url,
                        20_000,
                        10,
                        20_000)
                .assertProbeRateAtMost(KeptFpp.ALLOWED * spec.targetFpp(), spec + " " + shape);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 10, 100, 1_000, 100_000, 1_000_000})
    @Tag("long")
    void mightContain_oneInAHundredThousand_keepsTheFppAskedFor(int n) {
        assertKeepsFpp(CuckooSpec.of(n, 1e-5).sized(), KeyShape.RANDOM, 2_000);
    }

    /** Others came and went before, so that fingerprints lie where they would not have lain else. */
    @ParameterizedTest
    @CsvSource({"10, 0.1", "10, 0.01", "100, 0.1", "100, 0.01"})
    void mightContain_afterOthersWereRemoved_keepsTheFppAskedFor(int n, double fpp) {
        CuckooSpec spec = CuckooSpec.of(n, fpp).sized();
        FppTrial.runLongs(
                        seed -> {
                            CuckooFilter<Long> filter = filter(spec, seed);
                            LongStream.range(0, n).forEach(i -> filter.add(-i));
                            LongStream.range(0, n).forEach(i -> filter.remove(-i));
                            return LongSubject.of(filter);
                        },
                        KeyShape.RANDOM::key,
                        n,
                        10_000,
                        (int) Math.max(1, 0.2 / fpp))
                .assertFppAtMost(KeptFpp.ALLOWED * fpp, "after removes, " + spec);
    }

    /** Too small to count: the chance computed from the fingerprints of each filter. */
    @ParameterizedTest
    @CsvSource({
        "1, 1e-7, 10000", "1, 1e-9, 10000", "2, 1e-7, 10000", "2, 1e-9, 10000", "10, 1e-7, 10000", "10, 1e-9, 10000",
        "100, 1e-7, 10000", "100, 1e-9, 10000", "1000, 1e-7, 2000", "1000, 1e-9, 2000", "100000, 1e-7, 40",
                "100000, 1e-9, 40"
    })
    void currentFpp_atCapacity_isOnAverageAtMostTheTarget(int n, double fpp, int filters) {
        CuckooSpec spec = CuckooSpec.of(n, fpp).sized();
        double[] chances = new double[filters];
        for (int f = 0; f < filters; f++) {
            chances[f] = filled(spec, n, Seeds.base() + f).info().currentFpp();
        }
        RateBound.assertMeanAtMost(KeptFpp.ALLOWED * fpp, chances, 5 * fpp, spec + "");
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.1, 0.01, 1e-3})
    void currentFpp_countableFilter_isTheMeasuredRate(double fpp) {
        CuckooSpec spec = CuckooSpec.of(2_000, fpp).sized();
        CuckooFilter<Long> filter = filled(spec, 2_000, Seeds.base());
        long probes = (long) (10_000 / fpp);
        long hits = 0;
        for (long i = 2_000; i < 2_000 + probes; i++) {
            hits += filter.mightContain(KeyShape.RANDOM.key(Seeds.base(), i)) ? 1 : 0;
        }
        double current = filter.info().currentFpp();
        RateBound.assertRateAtMost(1.02 * current, hits, probes, spec + "");
        RateBound.assertRateAtLeast(0.98 * current, hits, probes, spec + "");
    }

    /** A bit less than the target asks for is seen; the size itself, whose FPP the target is exactly, passes. */
    @ParameterizedTest
    @CsvSource({"2, 6", "10, 8", "100, 10"})
    void control_fingerprintsABitTooNarrow_isCaught(long buckets, int width) {
        CuckooSpec spec = CuckooSpec.ofSize(new CuckooSizing(buckets, width));
        CuckooSpec narrow = CuckooSpec.ofSize(new CuckooSizing(buckets, width - 1));
        assertThat(narrow.capacity()).isEqualTo(spec.capacity());
        assertThatCode(() -> trial(spec, spec).assertFppAtMost(KeptFpp.ALLOWED * spec.targetFpp(), "sound"))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> trial(spec, narrow).assertFppAtMost(KeptFpp.ALLOWED * spec.targetFpp(), "broken"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("-Dtest.seed=");
    }

    private static FppTrial trial(CuckooSpec asked, CuckooSpec built) {
        int probes = (int) Math.max(1, 0.1 / asked.targetFpp());
        return FppTrial.runLongs(
                seed -> LongSubject.of(filter(built, seed)), KeyShape.RANDOM::key, asked.capacity(), 35_000, probes);
    }

    /** Bits a key, from a million on: at most the width divided by 0.95. */
    @Test
    void sizeInBits_fromAMillionKeysOn_isAtMostTheWidthByNinetyFivePercent() {
        for (long n : new long[] {1_000_000, 1_234_567, 10_000_000, 1_000_000_000}) {
            for (double fpp : new double[] {0.1, 0.01, 1e-3, 1e-4}) {
                CuckooSizing size = CuckooSizing.of(n, fpp);
                assertThat((double) size.sizeInBits() / n).isLessThanOrEqualTo(size.fingerprintBits() / 0.95);
            }
        }
        CuckooFilter<Long> filter = filled(CuckooSpec.of(1_000_000, 0.01).sized(), 1_000_000, Seeds.base());
        assertThat(filter.info().fingerprints()).isEqualTo(1_000_000);
        assertThat(8.0 * filter.info().memoryBytes() / 1_000_000).isLessThanOrEqualTo(10 / 0.95);
    }

    private static void assertKeepsFpp(CuckooSpec spec, KeyShape shape, int expectedHits) {
        assertThat(spec.size().orElseThrow().fpp(spec.capacity())).isLessThanOrEqualTo(spec.targetFpp());
        KeptFpp.assertKept(spec, seed -> LongSubject.of(filter(spec, seed)), shape, expectedHits);
    }

    private static CuckooFilter<Long> filled(CuckooSpec spec, int n, long seed) {
        CuckooFilter<Long> filter = filter(spec, KeyShape.mix(seed));
        for (int i = 0; i < n; i++) {
            filter.add(KeyShape.RANDOM.key(seed, i));
        }
        return filter;
    }

    private static CuckooFilter<Long> filter(CuckooSpec spec, long seed) {
        return Filters.cuckoo(KeyEncoder.int64(), spec)
                .seed(Seed.of(seed))
                .singleWriter()
                .build();
    }
}
