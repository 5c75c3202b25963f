package dev.bloomery.cli.dedupe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class GrowingTwinsTest {
    private static final long SEED = 17;
    private static final int BATCH = 4096;

    /** Adds random hashes, none of them twice, and counts those that were taken for old ones. */
    private static long drops(GrowingTwins filter, SplittableRandom random, int batches) {
        boolean[] isNew = new boolean[BATCH];
        long drops = 0;
        for (int batch = 0; batch < batches; batch++) {
            filter.test(random.longs(BATCH).toArray(), isNew);
            for (boolean answer : isNew) {
                drops += answer ? 0 : 1;
            }
        }
        return drops;
    }

    @Test
    void test_hashesThatWereAdded_areNeverNewAgain() {
        GrowingTwins filter = new GrowingTwins(10_000, 1e-6);
        for (int round = 0; round < 2; round++) {
            SplittableRandom random = new SplittableRandom(SEED);
            boolean[] isNew = new boolean[BATCH];
            for (int batch = 0; batch < 50; batch++) {
                filter.test(random.longs(BATCH).toArray(), isNew);
                for (boolean answer : isNew) {
                    assertThat(answer).as("seed %d, batch %d", SEED, batch).isEqualTo(round == 0);
                }
            }
        }
    }

    @Test
    void test_hashTwiceInABatch_isNewOnce() {
        GrowingTwins filter = new GrowingTwins(10_000, 1e-6);
        boolean[] isNew = new boolean[3];
        filter.test(new long[] {5, 6, 5}, isNew);
        assertThat(isNew).containsExactly(true, true, false);
    }

    /** The two filters must not depend on each other: if they did, the FPP would be near the square root of the one asked for. */
    @Test
    void fpp_afterSeveralSlices_isWhatIsMeasuredAndAtMostTheTarget() {
        double target = 1e-3;
        GrowingTwins filter = new GrowingTwins(50_000, target);
        SplittableRandom random = new SplittableRandom(SEED);
        long unusedDrops = drops(filter, random, 180);
        assertThat(filter.fpp()).isLessThanOrEqualTo(target);

        int batches = 500;
        double before = filter.fpp();
        long drops = drops(filter, random, batches); // these adds change the FPP: it is bounded from both sides
        double keys = (double) batches * BATCH;
        double low = Math.min(before, filter.fpp()) * keys;
        double high = target * keys;
        assertThat((double) drops).as("seed %d", SEED).isBetween(0.5 * low, 1.05 * high + 6 * Math.sqrt(high));
    }

    @Test
    void new_impossibleFpp_isRefused() {
        assertThatThrownBy(() -> new GrowingTwins(1000, 5)).hasMessageContaining("between 0 and 1");
    }
}
