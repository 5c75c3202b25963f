package dev.bloomery.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.bloomery.AddableFilter;
import dev.bloomery.Filters;
import dev.bloomery.WindowedFilter;
import dev.bloomery.family.FamilySizing;
import dev.bloomery.info.FilterInfo;
import dev.bloomery.info.FuseInfo;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.CountingSpec;
import dev.bloomery.spec.CuckooSpec;
import dev.bloomery.spec.FilterSpec;
import dev.bloomery.spec.FuseSizing;
import dev.bloomery.spec.FuseSpec;
import dev.bloomery.spec.ScalableSpec;
import dev.bloomery.spec.Seed;
import dev.bloomery.spec.WindowedSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every figure of a plan is the one that the filter reports once it is built and filled. */
class PlannerNumbersTest {

    static Stream<Arguments> options() {
        List<Arguments> options = new ArrayList<>();
        for (double fpp : new double[] {0.1, 0.01, 0.0001}) {
            options.addAll(options(Question.about(100_000, fpp).build()));
        }
        options.addAll(options(Question.about(1_000, 0.01).build()));
        // more than two megabytes: arrays of blocks are aligned
        options.addAll(options(Question.about(2_000_000, 0.01).build()));
        options.addAll(options(Question.about(200_000, 1e-9).build()));
        options.addAll(options(
                Question.about(100_000, 0.01).grows().memoryBudget(1_000_000).build()));
        return options.stream();
    }

    private static List<Arguments> options(Question question) {
        Plan plan = Planner.plan(question);
        List<Option> all = new ArrayList<>(plan.alternatives());
        all.add(plan.recommended());
        return all.stream()
                .map(option -> Arguments.of(question, option.kind(), option))
                .toList();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("options")
    void option_built_reportsTheFiguresOfThePlan(Question question, Kind kind, Option option) {
        FilterInfo info = filled(option.spec().orElseThrow(), question.keys());
        assertThat(option.exact()).isTrue();
        assertThat(info.memoryBytes()).as("memory").isEqualTo(option.memoryBytes());
        assertThat(option.bitsPerKey()).isEqualTo(8.0 * info.memoryBytes() / question.keys());
        assertThat(info.targetFpp()).isEqualTo(question.targetFpp());
        // chance decides how many keys look present already when they are added, and how many bits they set
        double chance = question.keys() < 10_000 || kind == Kind.COUNTING ? 0.15 : 0.02;
        assertThat(info.expectedFpp()).as("FPP").isCloseTo(option.fpp(), within(chance * option.fpp()));
        assertThat(option.fpp()).isLessThanOrEqualTo(question.targetFpp() * (1 + 1e-6));
    }

    /** A family is made without a spec; FamilySizingTest compares its sizes with families that are built. */
    @Test
    void family_anyNumbers_areThoseOfItsSizing() {
        Option option =
                Planner.plan(Question.about(20, 0.01).owners(1_000_000).build()).recommended();
        FamilySizing size = FamilySizing.of(1_000_000, 20, 0.01);
        assertThat(option.kind()).isEqualTo(Kind.FAMILY);
        assertThat(option.exact()).isFalse();
        assertThat(option.memoryBytes()).isEqualTo(size.memoryBytes());
        assertThat(option.fpp()).isEqualTo(size.expectedFpp());
        assertThat(option.cacheLines()).isEqualTo(size.cacheLinesPerQuery());
    }

    private static FilterInfo filled(FilterSpec spec, long keys) {
        KeyEncoder<Long> longs = KeyEncoder.int64();
        if (spec instanceof FuseSpec fuse) {
            return Filters.fuse(longs, fuse)
                    .seed(seed())
                    .buildLongs(LongStream.range(0, keys).toArray())
                    .info();
        }
        AddableFilter<Long> filter;
        if (spec instanceof BloomSpec bloom) {
            filter = Filters.bloom(longs, bloom).seed(seed()).build();
        } else if (spec instanceof CountingSpec counting) {
            filter = Filters.countingBloom(longs, counting).seed(seed()).build();
        } else if (spec instanceof ScalableSpec scalable) {
            filter = Filters.scalableBloom(longs, scalable).seed(seed()).build();
        } else {
            filter = Filters.cuckoo(longs, (CuckooSpec) spec).seed(seed()).build();
        }
        for (long key = 0; key < keys; key++) {
            filter.addLong(key);
        }
        return filter.info();
    }

    @ParameterizedTest
    @CsvSource({"0, 0.01, 3", "1, 0.01, 3", "77, 0.3, 4", "11500, 1e-3, 3", "100000, 1e-7, 4", "1000000, 0.004, 3"})
    void fuseSizing_anyNumberOfKeys_isThatOfTheFilter(long keys, double fpp, int arity) {
        FuseSizing size = FuseSizing.of(keys, fpp, arity);
        FuseInfo info = Filters.fuse(KeyEncoder.int64())
                .targetFpp(fpp)
                .arity(arity)
                .buildLongs(LongStream.range(0, keys).toArray())
                .info();
        assertThat(size.memoryBytes()).isEqualTo(info.memoryBytes());
        assertThat(size.cells()).isEqualTo(info.cells());
        assertThat(size.fingerprintBits()).isEqualTo(info.fingerprintBits());
        assertThat(size.fpp()).isEqualTo(info.expectedFpp());
        assertThat(size.shards()).isEqualTo(info.shards());
    }

    @Test
    @Tag("long")
    void fuseSizing_severalShards_isAtMostAThousandthTooHigh() {
        long keys = 33_000_000;
        FuseSizing size = FuseSizing.of(keys, 0.01, 3);
        FuseInfo info = Filters.fuse(KeyEncoder.int64())
                .targetFpp(0.01)
                .seed(seed())
                .buildLongs(LongStream.range(0, keys).toArray())
                .info();
        assertThat(info.shards()).isEqualTo(size.shards()).isEqualTo(3);
        assertThat(size.memoryBytes()).isBetween(info.memoryBytes(), (long) (1.001 * info.memoryBytes()));
        assertThat(size.fpp()).isEqualTo(info.expectedFpp());
    }

    @Test
    void cacheLines_eachKind_followFromItsGeometry() {
        Plan plan = Planner.plan(Question.about(1_000_000, 0.01).build());
        List<Option> all = new ArrayList<>(plan.alternatives());
        all.add(plan.recommended());
        for (Option option : all) {
            int lines = switch (option.kind()) {
                case BLOOM_BLOCKED, SCALABLE -> 1; // one slice, blocked
                case BLOOM_CLASSIC -> 7; // k
                case CUCKOO -> 2;
                case COUNTING -> 2; // the counters of two words
                case FUSE_3 -> 3;
                case FUSE_4 -> 4;
                case WINDOWED, FAMILY -> throw new AssertionError("neither window nor owners were asked for");
            };
            assertThat(option.cacheLines()).as(option.kind().toString()).isEqualTo(lines);
        }
        assertThat(Planner.plan(Question.about(10, 1e-6).build()).recommended().cacheLines())
                .as("no more lines than the filter has")
                .isLessThanOrEqualTo(2);
    }

    @Test
    void scalable_grown_takesWhatTheReasonsSay() {
        Question question = Question.about(10_000, 0.01).grows().build();
        Plan plan = Planner.plan(question);
        Sized grown = ScalableModel.grown(question, 10).orElseThrow();
        FilterInfo info = filled(plan.recommended().spec().orElseThrow(), 100_000);
        assertThat(info.memoryBytes()).isEqualTo(grown.memoryBytes());
        assertThat(plan.reasons()).anyMatch(reason -> reason.contains("at 10 times the keys it takes "));
    }

    @Test
    void scalable_grownToItsCeiling_staysWithinTheBudget() {
        Question question =
                Question.about(1_000, 0.01).grows().memoryBudget(100_000).build();
        ScalableSpec spec =
                (ScalableSpec) Planner.plan(question).recommended().spec().orElseThrow();
        FilterInfo info = filled(spec, spec.capacity() * 9 / 10);
        assertThat(info.memoryBytes()).isBetween(30_000L, 100_000L);
    }

    /** As many keys as come in the window and one slice, evenly: the most that is remembered. */
    @Test
    void windowed_keysOfItsWindow_reportsTheFiguresOfThePlan() {
        Duration window = Duration.ofHours(8);
        Option option = Planner.plan(
                        Question.about(200_000, 0.01).window(window).build())
                .recommended();
        WindowedSpec spec = (WindowedSpec) option.spec().orElseThrow();
        AtomicLong millis = new AtomicLong(1_000_000_000_000L);
        WindowedFilter<Long> filter = Filters.windowed(KeyEncoder.int64(), spec)
                .clock(() -> Instant.ofEpochMilli(millis.get()))
                .seed(seed())
                .build();
        int kept = spec.slices() + 1;
        long each = spec.slice().capacity();
        for (int slice = 0; slice < kept; slice++) {
            for (long key = slice * each; key < (slice + 1) * each * 999 / 1_000; key++) {
                filter.addLong(key);
            }
            millis.addAndGet(slice < kept - 1 ? window.toMillis() / spec.slices() : 0);
        }
        assertThat(filter.info().slices()).hasSize(kept);
        assertThat(option.exact()).isTrue();
        assertThat(filter.info().memoryBytes()).isEqualTo(option.memoryBytes());
        assertThat(filter.expectedFpp()).isCloseTo(option.fpp(), within(0.02 * option.fpp()));
        assertThat(option.fpp()).isLessThanOrEqualTo(0.01 * (1 + 1e-6));
    }

    private static Seed seed() {
        return Seed.of(1, 2);
    }
}
