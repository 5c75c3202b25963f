package dev.bloomery.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.AddableFilter;
import dev.bloomery.BloomFilter;
import dev.bloomery.FilterBuilder;
import dev.bloomery.Filters;
import dev.bloomery.FuseFilter;
import dev.bloomery.MembershipFilter;
import dev.bloomery.family.FilterFamily;
import dev.bloomery.info.FilterFigures;
import dev.bloomery.info.FilterInfo;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.FilterSpec;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The meters of filters that are not those of a gate. */
class FilterMetersTest {
    private static final long SECOND = 1_000_000_000;

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final AtomicLong now = new AtomicLong();

    private Scrape scrape() {
        return Scrape.of(registry, "seen");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bloom capacity=1000 fpp=0.01",
                "counting-bloom capacity=1000 fpp=0.01",
                "cuckoo capacity=1000 fpp=0.01",
                "scalable-bloom fpp=0.01 first=1000",
                "windowed capacity=1000 window=PT1H fpp=0.01"
            })
    void meters_ofEachKindThatTakesKeys_sayWhatTheFilterSays(String spec) {
        FilterSpec plan = FilterSpec.parse(spec);
        AddableFilter<Long> filter = ((FilterBuilder<Long, ?>) Filters.of(KeyEncoder.int64(), plan)).build();
        FilterMeters.of("seen", filter, now::get).bindTo(registry);
        String kind = "bloomery.filter.kind{kind=" + plan.kind().specName() + "}";
        assertThat(scrape().meters())
                .containsExactly(
                        "bloomery.filter.capacity",
                        "bloomery.filter.fill",
                        "bloomery.filter.fpp.expected",
                        "bloomery.filter.keys",
                        kind,
                        "bloomery.filter.memory");
        assertThat(scrape().of("bloomery.filter.keys")).isZero();
        assertThat(scrape().of("bloomery.filter.fill")).isZero();
        LongStream.range(0, 500).forEach(filter::addLong);
        now.addAndGet(60 * SECOND);
        FilterInfo info = filter.info();
        Scrape scrape = scrape();
        assertThat(scrape.of("bloomery.filter.keys"))
                .isEqualTo((double) info.insertions())
                .isGreaterThan(480);
        assertThat(scrape.of("bloomery.filter.capacity")).isEqualTo((double) info.capacity());
        assertThat(scrape.of("bloomery.filter.memory")).isEqualTo((double) info.memoryBytes());
        assertThat(scrape.of("bloomery.filter.fill"))
                .isEqualTo(filter.quickInfo().fillRatio())
                .isPositive();
        assertThat(scrape.of("bloomery.filter.fpp.expected"))
                .isEqualTo(filter.expectedFpp())
                .isPositive();
        assertThat(scrape.of(kind)).isEqualTo(1);
    }

    @Test
    void look_atAFilter_isTakenOnceASecondAndItsFppOnceAMinute() {
        BloomFilter<Long> filter =
                Filters.bloom(KeyEncoder.int64(), BloomSpec.of(1_000, 0.01)).build();
        FilterMeters.of("seen", filter, now::get).bindTo(registry);
        double before = scrape().of("bloomery.filter.fpp.expected");
        LongStream.range(0, 500).forEach(filter::addLong);
        now.addAndGet(SECOND - 1);
        assertThat(scrape().of("bloomery.filter.keys")).isZero();
        now.addAndGet(1);
        assertThat(scrape().of("bloomery.filter.keys")).isGreaterThan(480);
        assertThat(scrape().of("bloomery.filter.fpp.expected")).isEqualTo(before);
        now.addAndGet(59 * SECOND - 1);
        assertThat(scrape().of("bloomery.filter.fpp.expected")).isEqualTo(before);
        now.addAndGet(1);
        assertThat(scrape().of("bloomery.filter.fpp.expected"))
                .isEqualTo(filter.expectedFpp())
                .isNotEqualTo(before);
    }

    @Test
    void filter_thatTakesNoKeys_isLookedAtOnce(@TempDir Path directory) throws IOException {
        FuseFilter<Long> fuse = Filters.fuse(KeyEncoder.int64())
                .targetFpp(0.01)
                .build(LongStream.range(0, 1_000).boxed().toList());
        AtomicInteger looks = new AtomicInteger();
        MembershipFilter<Long> counted = new MembershipFilter<>() {
            @Override
            public boolean mightContain(Long key) {
                return fuse.mightContain(key);
            }

            @Override
            public FilterInfo info() {
                looks.incrementAndGet();
                return fuse.info();
            }
        };
        FilterMeters.of("seen", counted, now::get).bindTo(registry);
        for (int i = 0; i < 3; i++) {
            now.addAndGet(120 * SECOND);
            assertThat(scrape().of("bloomery.filter.keys")).isEqualTo(1_000);
            assertThat(scrape().of("bloomery.filter.memory"))
                    .isEqualTo((double) fuse.info().memoryBytes());
            assertThat(scrape().of("bloomery.filter.fpp.expected"))
                    .isEqualTo(fuse.info().expectedFpp());
        }
        assertThat(looks).hasValue(1);
        assertThat(scrape().of("bloomery.filter.kind{kind=fuse}")).isEqualTo(1);

        BloomFilter<Long> bloom =
                Filters.bloom(KeyEncoder.int64(), BloomSpec.of(1_000, 0.01)).build();
        LongStream.range(0, 500).forEach(bloom::addLong);
        Path file = directory.resolve("seen.bloom");
        bloom.snapshotTo(file);
        try (var mapped = Filters.load(KeyEncoder.int64()).from(file).mapped()) {
            FilterMeters.of("mapped", mapped).bindTo(registry);
            Scrape scrape = Scrape.of(registry, "mapped");
            assertThat(scrape.of("bloomery.filter.kind{kind=bloom}")).isEqualTo(1);
            assertThat(scrape.of("bloomery.filter.keys"))
                    .isEqualTo((double) bloom.info().insertions());
            assertThat(scrape.of("bloomery.filter.fill"))
                    .isEqualTo(mapped.info().fillRatio());
        }
        assertThat(Scrape.of(registry, "mapped").of("bloomery.filter.keys"))
                .as("when it is closed")
                .isEqualTo((double) bloom.info().insertions());
    }

    @Test
    void family_hasItsMeters() throws IOException {
        try (FilterFamily<Integer, Long> family =
                FilterFamily.of(KeyEncoder.int32(), KeyEncoder.int64(), 0.01).build()) {
            FilterMeters.of("seen", family).bindTo(registry);
            assertThat(scrape().meters())
                    .isEqualTo(List.of(
                            "bloomery.filter.fill",
                            "bloomery.filter.fpp.expected",
                            "bloomery.filter.keys",
                            "bloomery.filter.kind{kind=family}",
                            "bloomery.filter.memory"));
            FilterMeters.of("later", family).bindTo(registry);
            FilterMeters.of("closed", family).bindTo(registry);
            assertThat(family.add(1, 2L)).isTrue();
            Scrape later = Scrape.of(registry, "later");
            assertThat(later.of("bloomery.filter.keys")).isEqualTo(1);
            assertThat(later.of("bloomery.filter.memory"))
                    .isEqualTo((double) family.info().memoryBytes());
            assertThat(later.of("bloomery.filter.fpp.expected"))
                    .isEqualTo(family.info().expectedFpp());
            assertThat(later.of("bloomery.filter.fill")).as("without a budget").isZero();
        }
        assertThat(Scrape.of(registry, "closed").of("bloomery.filter.keys")).isEqualTo(1);
    }

    /** A filter of another system has figures and no plan. */
    @Test
    void filter_withoutAPlan_showsItsFiguresAndTheNameOfItsKind() {
        MembershipFilter<String> foreign = new MembershipFilter<>() {
            @Override
            public boolean mightContain(String key) {
                return true;
            }

            @Override
            public FilterFigures info() {
                return new Figures(100, 0.01, 7, 7, 0.25, 64, 0.02, 0.02);
            }
        };
        FilterMeters.of("foreign", foreign).bindTo(registry);
        Scrape scrape = Scrape.of(registry, "foreign");
        assertThat(scrape.of("bloomery.filter.kind{kind=guava}")).isEqualTo(1);
        assertThat(scrape.of("bloomery.filter.keys")).isEqualTo(7);
        assertThat(scrape.of("bloomery.filter.memory")).isEqualTo(64);
        assertThat(scrape.of("bloomery.filter.fpp.expected")).isEqualTo(0.02);
    }

    private record Figures(
            long capacity,
            double targetFpp,
            long insertions,
            long approximateDistinct,
            double fillRatio,
            long memoryBytes,
            double expectedFpp,
            double currentFpp)
            implements FilterFigures {
        @Override
        public String kindName() {
            return "guava";
        }
    }
}
