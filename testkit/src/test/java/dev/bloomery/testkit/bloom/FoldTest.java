package dev.bloomery.testkit.bloom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.bloomery.BloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.info.Explanation;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSizing;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.Layout;
import dev.bloomery.spec.Seed;
import dev.bloomery.support.Seeds;
import dev.bloomery.testkit.RateBound;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A folded filter is the one that the same keys would have made in the smaller size. */
class FoldTest {
    private static final int KEYS = 5_000;

    static Stream<Arguments> cases() {
        return Stream.of(
                        new BloomSizing(Layout.CLASSIC, 240_000, 7),
                        new BloomSizing(Layout.PARTITIONED, 7 * 36_000, 7),
                        new BloomSizing(Layout.BLOCKED, 512 * 480, 2),
                        new BloomSizing(Layout.BLOCKED, 512 * 480, 4),
                        new BloomSizing(Layout.BLOCKED, 512 * 480, 6),
                        new BloomSizing(Layout.BLOCKED, 512 * 480, 8),
                        new BloomSizing(Layout.BLOCKED, 512 * 480, 12),
                        new BloomSizing(Layout.PAIRED, 1024 * 480, 12))
                .flatMap(size -> Stream.of(1, 2, 3, 8, 10, 480).map(factor -> Arguments.of(size, factor)));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void fold_anyDivisor_equalsTheSmallerFilterBitForBit(BloomSizing size, int factor) {
        BloomFilter<Long> large = filled(BloomSpec.ofSize(size), KEYS);
        BloomFilter<Long> folded = large.fold(factor);
        assertThat(folded.info().sizeInBits()).isEqualTo(size.sizeInBits() / factor);
        assertThat(folded.spec().size()).contains(size.fold(factor));
        BloomFilter<Long> direct = filled(folded.spec(), KEYS);
        // every bit of every key is in both, and neither has more bits than the other
        for (long i = 0; i < KEYS; i++) {
            assertThat(folded.explain(i)).isEqualTo(direct.explain(i));
        }
        assertThat(folded.info().setBits()).isEqualTo(direct.info().setBits());
        for (long i = KEYS; i < 4 * KEYS; i++) {
            Explanation explanation = folded.explain(i);
            assertThat(explanation).isEqualTo(direct.explain(i));
            assertThat(folded.mightContain(i)).isEqualTo(explanation.mightContain());
        }
        assertThat(folded.info().currentFpp()).isEqualTo(direct.info().currentFpp());
        folded.add(-1L);
        assertThat(large.info())
                .as("the original is untouched")
                .isEqualTo(filled(BloomSpec.ofSize(size), KEYS).info());
    }

    @ParameterizedTest
    @EnumSource(
            value = Layout.class,
            names = {"CLASSIC", "PARTITIONED", "BLOCKED", "PAIRED"})
    void fold_filterFarTooLarge_keepsItsTargetInASixteenth(Layout layout) {
        BloomSpec spec = BloomSpec.of(1_600_000, 0.01).withLayout(layout).sized();
        BloomFilter<Long> filter = filled(spec, 90_000);
        BloomFilter<Long> folded = filter.fold(16);
        assertThat(folded.spec().targetFpp()).isEqualTo(0.01);
        assertThat(folded.spec().capacity()).isBetween(99_000L, 102_000L);
        double stated = spec.size().orElseThrow().fold(16).fpp(90_000);
        assertThat(folded.expectedFpp()).isLessThanOrEqualTo(0.01);
        long hits = 0;
        for (long i = 90_000; i < 1_090_000; i++) {
            hits += folded.mightContain(i) ? 1 : 0;
        }
        RateBound.assertRateAtMost(1.1 * stated, hits, 1_000_000, layout + " folded");
        RateBound.assertRateAtLeast(0.9 * stated, hits, 1_000_000, layout + " folded");
        for (long i = 0; i < 90_000; i++) {
            assertThat(folded.mightContain(i)).isTrue();
        }
    }

    @Test
    void fold_noDivisor_isRefusedAndSaysWhich() {
        BloomFilter<Long> filter = filled(BloomSpec.ofSize(new BloomSizing(Layout.BLOCKED, 512 * 9, 8)), 10);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> filter.fold(2))
                .withMessage("factor is 2; this size folds by divisors of 9");
        assertThatIllegalArgumentException().isThrownBy(() -> filter.fold(0));
        assertThatIllegalArgumentException().isThrownBy(() -> filter.fold(-3));
        assertThat(filter.fold(9).mightContain(0L)).isTrue();
    }

    private static BloomFilter<Long> filled(BloomSpec spec, int keys) {
        BloomFilter<Long> filter = Filters.bloom(KeyEncoder.int64(), spec)
                .seed(Seed.of(Seeds.base()))
                .build();
        for (long i = 0; i < keys; i++) {
            filter.add(i);
        }
        return filter;
    }
}
