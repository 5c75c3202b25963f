package dev.bloomery.testkit.scalable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.BloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.ScalableBloomFilter;
import dev.bloomery.capacity.CapacityEvent;
import dev.bloomery.info.ScalableInfo;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.ScalableSpec;
import dev.bloomery.spec.Seed;
import dev.bloomery.testkit.FppTrial;
import dev.bloomery.testkit.KeyShape;
import dev.bloomery.testkit.LongSubject;
import dev.bloomery.testkit.RateBound;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A filter that has grown keeps its target, all slices together, however often it has grown. */
@Execution(ExecutionMode.CONCURRENT)
class ScalableFppTest {
    private static final int FIRST = 100;

    /** Growth steps, FPP, tightening, and the effort: filters and probes for each. */
    static Stream<Arguments> cases() {
        return Stream.of(
                Arguments.of(3, 0.9, 0.1, 400, 20),
                Arguments.of(3, 0.5, 0.1, 400, 40),
                Arguments.of(3, 0.2, 0.1, 400, 100),
                Arguments.of(1, 0.1, 0.5, 400, 100),
                Arguments.of(1, 0.01, 0.5, 400, 1_000),
                Arguments.of(4, 0.01, 0.5, 100, 5_000),
                Arguments.of(4, 0.001, 0.5, 100, 40_000),
                Arguments.of(4, 0.01, 0.85, 100, 5_000),
                Arguments.of(10, 0.01, 0.5, 4, 100_000),
                Arguments.of(10, 0.01, 0.85, 4, 100_000));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void mightContain_afterGrowthSteps_keepsTheFppAskedFor(
            int steps, double fpp, double tightening, int filters, int probes) {
        FppTrial trial = FppTrial.runLongs(
                seed -> LongSubject.of(filter(seed, fpp, tightening)),
                KeyShape.RANDOM::key,
                keysIn(steps + 1),
                filters,
                probes);
        trial.assertProbeRateAtMost(1.05 * fpp, steps + " growth steps at " + fpp + ", tightening " + tightening);
        // the promise is not bought with a filter twice as large: p (1 - r^slices) of the target is used
        double used = fpp * (1 - Math.pow(tightening, steps + 1));
        RateBound.assertRateAtLeast(0.6 * used, trial.hits(), (long) filters * probes, "FPP far below what was asked");
    }

    /** Control: every slice at the target itself, as if tightening were ignored. */
    @Test
    void assertProbeRateAtMost_tighteningIgnored_isCaught() {
        LongFunction<LongSubject> broken = seed -> {
            List<BloomFilter<Long>> slices = new ArrayList<>();
            AtomicLong inNewest = new AtomicLong(Long.MAX_VALUE);
            return new LongSubject(
                    key -> {
                        int last = slices.size() - 1;
                        if (inNewest.get() >= (long) FIRST << last) {
                            inNewest.set(0);
                            slices.add(Filters.bloom(KeyEncoder.int64())
                                    .capacity((long) FIRST << (last + 1))
                                    .targetFpp(0.01)
                                    .seed(Seed.of(seed))
                                    .build());
                        }
                        if (slices.get(slices.size() - 1).add(key)) {
                            inNewest.incrementAndGet();
                        }
                    },
                    key -> slices.stream().anyMatch(slice -> slice.mightContain(key)));
        };
        FppTrial trial = FppTrial.runLongs(broken, KeyShape.RANDOM::key, keysIn(5), 20, 20_000);
        assertThatThrownBy(() -> trial.assertProbeRateAtMost(1.05 * 0.01, "tightening ignored"))
                .isInstanceOf(AssertionError.class);
    }

    /** Each slice and the event of its birth: sizes as planned, memory beside one filter of the right size. */
    @Test
    void add_throughGrowth_reportsEachSliceAndItsMemory() {
        List<CapacityEvent.Grown> grown = new ArrayList<>();
        ScalableBloomFilter<Long> filter = Filters.scalableBloom(KeyEncoder.int64())
                .targetFpp(0.01)
                .firstCapacity(FIRST)
                .onCapacity(event -> grown.add((CapacityEvent.Grown) event))
                .seed(Seed.of(1))
                .build();
        for (long i = 0; grown.size() < 10; i++) {
            filter.add(i);
        }
        ScalableInfo info = filter.info();
        assertThat(grown).hasSize(10);
        for (int i = 0; i < 10; i++) {
            CapacityEvent.Grown event = grown.get(i);
            assertThat(event.slices()).isEqualTo(i + 2);
            assertThat(event.capacity()).isEqualTo(keysIn(i + 2));
            assertThat((double) event.insertions()).isBetween(0.97 * keysIn(i + 1), keysIn(i + 1) + 1.0);
            assertThat(event.sizeInBits())
                    .isEqualTo(info.slices().subList(0, i + 2).stream()
                            .mapToLong(slice -> slice.sizeInBits())
                            .sum());
            // what growing costs beside one filter of the right size: ever tighter targets, so ever more bits a key
            assertThat((double) event.sizeInBits() / event.oneFilterBits()).isBetween(1.0, 2.5);
        }
        assertThat(info.slices())
                .allSatisfy(slice -> assertThat(slice.expectedFpp()).isLessThanOrEqualTo(1.05 * slice.targetFpp()));
        assertThat(info.expectedFpp()).isLessThanOrEqualTo(0.01).isGreaterThan(0.004);
        assertThat((double) info.insertions()).isBetween(0.97 * keysIn(10), keysIn(10) + 1.0);
        assertThat(info.toString()).contains("11 slices");
    }

    @Test
    void slice_anyNumber_targetsAddUpToLessThanAskedFor() {
        for (double tightening : new double[] {0.1, 0.5, 0.9}) {
            ScalableSpec spec = ScalableSpec.of(0.01).withSteps(1.5, tightening);
            double sum = 0;
            for (int i = 0; i < 12; i++) {
                sum += spec.slice(i).orElseThrow().targetFpp();
            }
            assertThat(sum).isLessThan(0.01);
            assertThat(spec.slice(0).orElseThrow().targetFpp()).isEqualTo(0.01 * (1 - tightening));
        }
    }

    private static ScalableBloomFilter<Long> filter(long seed, double fpp, double tightening) {
        return Filters.scalableBloom(KeyEncoder.int64())
                .targetFpp(fpp)
                .firstCapacity(FIRST)
                .tightening(tightening)
                .seed(Seed.of(seed))
                .singleWriter()
                .build();
    }

    /** Keys that so many slices take. */
    private static long keysIn(int slices) {
        return FIRST * ((1L << slices) - 1);
    }
}
