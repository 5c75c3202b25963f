package dev.bloomery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.capacity.CapacityPolicy;
import dev.bloomery.info.FilterInfo;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.CountingSpec;
import dev.bloomery.spec.Layout;
import dev.bloomery.spec.ScalableSpec;
import dev.bloomery.spec.Seed;
import dev.bloomery.spec.WindowedSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Filters with many times as many keys as they were made for: what they say of their FPP is true. */
class OverfullTest {
    private static final int CAPACITY = 1_000;
    private static final KeyEncoder<Long> LONGS = KeyEncoder.int64();

    @TempDir
    Path directory;

    private static void assertTrueAsKeysCome(AddableFilter<Long> filter) {
        long added = 0;
        for (int times : new int[] {1, 2, 3, 5, 8, 20, 100}) {
            for (; added < (long) times * CAPACITY; added++) {
                filter.addLong(added);
            }
            FilterInfo info = filter.info();
            double now = info.currentFpp();
            String which = filter + " with " + times + " times its keys";
            assertThat(filter.expectedFpp()).as(which).isBetween(0.85 * now - 0.001, 1.15 * now + 0.001);
            assertThat(info.expectedFpp()).as(which).isEqualTo(filter.expectedFpp());
            if (times >= 20) {
                assertThat(filter.expectedFpp()).as(which).isGreaterThan(0.999);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Layout.class)
    void expectedFpp_overfullBloom_isThatOfItsBits(Layout layout) throws IOException {
        for (double fpp : new double[] {0.5, 0.01, 0.0001}) {
            BloomFilter<Long> filter = Filters.bloom(
                            LONGS, BloomSpec.of(CAPACITY, fpp).withLayout(layout))
                    .seed(Seed.of(3))
                    .build();
            assertTrueAsKeysCome(filter);
            Path file = directory.resolve("overfull");
            filter.snapshotTo(file);
            assertThat(Filters.load(LONGS).from(file).bloom().expectedFpp()).isGreaterThan(0.999);
            try (MappedFilter<Long> mapped = Filters.load(LONGS).from(file).mapped()) {
                assertThat(mapped.info().expectedFpp()).isGreaterThan(0.999);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(value = Layout.class, mode = EnumSource.Mode.EXCLUDE, names = "PAIRED")
    void expectedFpp_overfullCounting_isThatOfItsCounters(Layout layout) {
        assertTrueAsKeysCome(Filters.countingBloom(
                        LONGS, new CountingSpec(BloomSpec.of(CAPACITY, 0.01).withLayout(layout), 4))
                .seed(Seed.of(3))
                .build());
    }

    @Test
    void expectedFpp_overfullSlices_isThatOfTheirBits() {
        ScalableSpec spec = ScalableSpec.of(0.01).withFirstCapacity(CAPACITY);
        long bits = spec.slice(0).orElseThrow().size().orElseThrow().sizeInBits();
        assertTrueAsKeysCome(Filters.scalableBloom(LONGS, spec.withCeilingBits(bits))
                .seed(Seed.of(3))
                .whenFull(CapacityPolicy.WARN)
                .build());
        assertTrueAsKeysCome(Filters.windowed(LONGS, WindowedSpec.of(CAPACITY, Duration.ofDays(1), 0.01))
                .seed(Seed.of(3))
                .build());
    }

    /** A filter of ten bits that are all set says maybe to everything. */
    @Test
    void expectedFpp_allBitsOfATinyFilterSet_isOne() {
        BloomFilter<Long> filter = Filters.bloom(LONGS, BloomSpec.of(1, 0.01)).build();
        CountingBloomFilter<Long> counting = Filters.countingBloom(LONGS, new CountingSpec(BloomSpec.of(1, 0.01), 8))
                .build();
        for (long key = 0; key < 1_000; key++) {
            filter.addLong(key);
            counting.addLong(key);
        }
        assertThat(filter.expectedFpp()).isEqualTo(1);
        assertThat(counting.expectedFpp()).isEqualTo(1);
    }

    private static List<String> warningsOf(Consumer<Warnings> use) {
        try (Warnings warnings = new Warnings()) {
            use.accept(warnings);
            return warnings.lines();
        }
    }

    /** They say what is known, with figures that a person can read. */
    @Test
    void warnings_overfullFilters_canBeRead() {
        List<String> lines = new ArrayList<>(warningsOf(warnings -> {
            for (AddableFilter<Long> filter : List.<AddableFilter<Long>>of(
                    Filters.bloom(LONGS, BloomSpec.of(1_300, 0.2)).build(),
                    Filters.countingBloom(LONGS, new CountingSpec(BloomSpec.of(1_300, 0.2), 4))
                            .build(),
                    Filters.windowed(LONGS, WindowedSpec.of(1_300, Duration.ofHours(8), 0.2))
                            .build())) {
                for (long key = 0; key < 5_000; key++) {
                    filter.addLong(key);
                }
            }
        }));
        assertThat(lines).hasSize(3);
        for (String line : lines) {
            assertThat(line)
                    .contains("filter for 1,300 keys")
                    .contains("more than the 0.2 asked for")
                    .containsPattern("FPP is about 0\\.2\\d{0,2}, ");
        }
    }
}
