package dev.bloomery.testkit.bloom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.bloomery.BloomFilter;
import dev.bloomery.info.BloomInfo;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.Seed;
import dev.bloomery.support.Seeds;
import dev.bloomery.testkit.KeyShape;
import dev.bloomery.testkit.MembershipFilterContract;
import dev.bloomery.testkit.RateBound;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@code intersectFrom} keeps, and with which FPP. */
class BloomIntersectionTest {
    /** The FPP by formula of a filter with as many keys as the bits stand for. */
    private static double fppByBits(BloomInfo info) {
        return info.spec().size().orElseThrow().fpp(info.approximateDistinct());
    }

    private static final KeyEncoder<Long> INT64 = KeyEncoder.int64();
    private static final int CAPACITY = 2_000;

    static List<BloomVariant> variants() {
        return BloomVariant.few();
    }

    private static BloomFilter<Long> holding(BloomVariant variant, Seed seed, long from, long to) {
        BloomFilter<Long> filter = variant.build(INT64, CAPACITY, seed);
        for (long key = from; key < to; key++) {
            filter.add(key);
        }
        return filter;
    }

    /**
     * The left one has keys 0 to 1999, the right one 1000 to 1999 and 5000 to 5499. Keys of both are found; keys of one are
     * found with the FPP of the other; keys of neither with at most the lower FPP, and with what the filter says.
     */
    @ParameterizedTest
    @MethodSource("variants")
    void intersectFrom_overlappingFilters_keepsTheCommonKeysAndTheFppItStates(BloomVariant variant) {
        long onlyLeft = 0;
        long onlyRight = 0;
        long neither = 0;
        double leftFpp = 0;
        double rightFpp = 0;
        double stated = 0;
        int filters = 20;
        int absent = 10_000;
        for (int f = 0; f < filters; f++) {
            Seed seed = Seed.of(KeyShape.mix(Seeds.base() + f), f);
            BloomFilter<Long> left = holding(variant, seed, 0, 2_000);
            BloomFilter<Long> right = holding(variant, seed, 1_000, 2_000);
            for (long key = 5_000; key < 5_500; key++) {
                right.add(key);
            }
            BloomInfo leftInfo = left.info();
            BloomInfo rightInfo = right.info();
            left.intersectFrom(right);
            for (long key = 1_000; key < 2_000; key++) {
                assertThat(left.mightContain(key)).as("key %d is in both", key).isTrue();
            }
            BloomInfo info = left.info();
            assertThat(info.currentFpp()).isLessThanOrEqualTo(Math.min(leftInfo.currentFpp(), rightInfo.currentFpp()));
            assertThat(info.insertions())
                    .as("of the keys that the bits stand for, those that would have been new")
                    .isLessThanOrEqualTo(info.approximateDistinct());
            assertThat(info.expectedFpp())
                    .as("by the insertions, as by the bits")
                    .isCloseTo(fppByBits(info), withinPercentage(1));
            assertThat(right.info()).as("the other is not changed").isEqualTo(rightInfo);
            leftFpp += leftInfo.currentFpp() / filters;
            rightFpp += rightInfo.currentFpp() / filters;
            stated += info.currentFpp() / filters;
            onlyLeft += hits(left, 0, 1_000);
            onlyRight += hits(left, 5_000, 5_500);
            neither += hits(left, 100_000, 100_000 + absent);
        }
        String what = variant + ", " + Seeds.describe();
        RateBound.assertRateAtMost(1.05 * rightFpp, onlyLeft, 1_000L * filters, "only left, " + what);
        RateBound.assertRateAtLeast(rightFpp / 1.3, onlyLeft, 1_000L * filters, "only left, " + what);
        RateBound.assertRateAtMost(1.05 * leftFpp, onlyRight, 500L * filters, "only right, " + what);
        RateBound.assertRateAtLeast(leftFpp / 1.3, onlyRight, 500L * filters, "only right, " + what);
        RateBound.assertRateAtMost(1.05 * stated, neither, (long) absent * filters, "neither, " + what);
        RateBound.assertRateAtLeast(stated / 1.3, neither, (long) absent * filters, "neither, " + what);
    }

    private static long hits(BloomFilter<Long> filter, long from, long to) {
        long hits = 0;
        for (long key = from; key < to; key++) {
            hits += filter.mightContain(key) ? 1 : 0;
        }
        return hits;
    }

    @ParameterizedTest
    @MethodSource("variants")
    void intersectFrom_edges_areThoseOfSets(BloomVariant variant) {
        Seed seed = Seed.of(Seeds.base(), 31);
        BloomFilter<Long> filter = holding(variant, seed, 0, 500);
        BloomInfo before = filter.info();
        filter.intersectFrom(filter);
        assertThat(filter.info().setBits()).as("with itself").isEqualTo(before.setBits());
        BloomFilter<Long> more = holding(variant, seed, 0, 900);
        filter.intersectFrom(more);
        assertThat(filter.info().setBits()).as("with one that has all its keys").isEqualTo(before.setBits());
        BloomFilter<Long> original = holding(variant, seed, 0, 500);
        for (long key = 0; key < 5_000; key++) {
            assertThat(filter.explain(key)).isEqualTo(original.explain(key));
        }
        filter.intersectFrom(variant.build(INT64, CAPACITY, seed));
        assertThat(filter.info())
                .as("with an empty one")
                .isEqualTo(variant.build(INT64, CAPACITY, seed).info());
    }

    @ParameterizedTest
    @MethodSource("variants")
    void intersectFrom_otherSeedOrNull_isRefusedAndChangesNothing(BloomVariant variant) {
        Seed seed = Seed.of(Seeds.base(), 37);
        BloomFilter<Long> filter = holding(variant, seed, 0, 500);
        BloomInfo before = filter.info();
        BloomFilter<Long> otherSeed = variant.build(INT64, CAPACITY, Seed.of(1, 2));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> filter.intersectFrom(otherSeed))
                .withMessageContaining("seeds differ");
        BloomFilter<Long> otherCapacity = variant.build(INT64, CAPACITY + 1_000, seed);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> filter.intersectFrom(otherCapacity))
                .withMessageContaining("differ in bits, capacity");
        assertThatNullPointerException()
                .isThrownBy(() -> filter.intersectFrom(MembershipFilterContract.nothing()))
                .withMessage("other");
        assertThat(filter.info()).isEqualTo(before);
    }
}
