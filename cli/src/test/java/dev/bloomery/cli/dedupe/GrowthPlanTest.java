package dev.bloomery.cli.dedupe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.Filters;
import dev.bloomery.ScalableBloomFilter;
import dev.bloomery.capacity.CapacityPolicy;
import dev.bloomery.cli.filter.FilterKeys;
import dev.bloomery.info.BloomInfo;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.Layout;
import dev.bloomery.spec.ScalableSpec;
import dev.bloomery.spec.Seed;
import dev.bloomery.support.Seeds;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GrowthPlanTest {
    private static final long SEED = Seeds.orElse(17);
    private static final int BATCH = 4096;

    private static ScalableBloomFilter<ByteBuffer> filter(long firstCapacity, double fpp) {
        return Filters.scalableBloom(FilterKeys.ENCODER, GrowthPlan.inMemory(firstCapacity, fpp))
                .seed(Seed.of(SEED))
                .whenFull(CapacityPolicy.WARN)
                .singleWriter()
                .build();
    }

    /** Adds random hashes, none of them twice, and counts those that were taken for old ones. */
    private static long drops(ScalableBloomFilter<ByteBuffer> filter, SplittableRandom random, int batches) {
        long drops = 0;
        for (int batch = 0; batch < batches; batch++) {
            for (boolean isNew : filter.addEachHash(random.longs(BATCH).toArray())) {
                drops += isNew ? 0 : 1;
            }
        }
        return drops;
    }

    @Test
    void filter_severalSlices_areOfTheLayoutPaired() {
        ScalableBloomFilter<ByteBuffer> filter = filter(10_000, 1e-6);
        assertThat(drops(filter, new SplittableRandom(SEED), 20)).isZero();
        assertThat(filter.info().slices())
                .hasSizeGreaterThan(2)
                .extracting(BloomInfo::layout)
                .containsOnly(Layout.PAIRED);
    }

    @Test
    void filter_hashesThatWereAdded_areNeverNewAgain() {
        ScalableBloomFilter<ByteBuffer> filter = filter(10_000, 1e-6);
        assertThat(drops(filter, new SplittableRandom(SEED), 50)).isZero();
        assertThat(drops(filter, new SplittableRandom(SEED), 50)).isEqualTo(50 * BATCH);
    }

    /** The two halves must not depend on each other: if they did, the FPP would be near the square root of the one asked for. */
    @Test
    void filter_severalSlices_dropsWhatItExpectsAndAtMostTheTarget() {
        double target = 1e-3;
        ScalableBloomFilter<ByteBuffer> filter = filter(50_000, target);
        SplittableRandom random = new SplittableRandom(SEED);
        long unusedDrops = drops(filter, random, 180);
        assertThat(filter.expectedFpp()).isLessThanOrEqualTo(target);

        int batches = 500;
        double before = filter.expectedFpp();
        long drops = drops(filter, random, batches); // these adds change the FPP: it is bounded from both sides
        double keys = (double) batches * BATCH;
        double low = Math.min(before, filter.expectedFpp()) * keys;
        double high = target * keys;
        assertThat((double) drops).as("seed %d", SEED).isBetween(0.5 * low, 1.05 * high + 6 * Math.sqrt(high));
    }

    /** However low: what 64-bit hashes cannot keep is raised to what they can. */
    @ParameterizedTest
    @ValueSource(doubles = {0.99, 1e-3, 1e-6, 1e-8, 9e-9, 1e-9, 1e-12, 1e-15, 1e-30, Double.MIN_VALUE})
    void inMemory_anyFpp_hasAFirstSlice(double fpp) {
        for (long first : new long[] {1, 700_000, 1 << 24}) {
            ScalableSpec plan = GrowthPlan.inMemory(first, fpp);
            BloomSpec slice = plan.slice(0).orElseThrow();
            assertThat(slice.capacity()).isEqualTo(first);
            assertThat(plan.targetFpp()).isGreaterThanOrEqualTo(fpp);
            if (fpp >= 1e-9) {
                assertThat(plan.targetFpp()).isEqualTo(fpp);
                assertThat(slice.layout()).isEqualTo(Layout.PAIRED);
            }
        }
    }

    /** Lines that the plans have slices for: at one in a million a few billions, at one in a billion still hundreds of millions. */
    @Test
    void inMemory_lowFpps_growsFarEnough() {
        assertThat(lines(1e-6)).isGreaterThan(2_000_000_000L);
        assertThat(lines(1e-8)).isGreaterThan(200_000_000L);
        assertThat(lines(1e-9)).isGreaterThan(300_000_000L);
    }

    private static long lines(double fpp) {
        ScalableSpec plan = GrowthPlan.inMemory(700_000, fpp);
        long lines = 0;
        for (int i = 0; plan.slice(i).isPresent(); i++) {
            lines += plan.slice(i).orElseThrow().capacity();
        }
        return lines;
    }
}
