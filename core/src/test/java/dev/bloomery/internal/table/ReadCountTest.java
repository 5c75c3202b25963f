package dev.bloomery.internal.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.BloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.ScalableBloomFilter;
import dev.bloomery.Snapshotable;
import dev.bloomery.WindowedFilter;
import dev.bloomery.info.BloomInfo;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.Layout;
import dev.bloomery.spec.ScalableSpec;
import dev.bloomery.spec.Seed;
import dev.bloomery.spec.WindowedSpec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Filters that were saved while keys were added count them all when they are loaded. */
class ReadCountTest {
    private static final int BEFORE = 600;
    private static final int MEANWHILE = 300;

    /** Saves it; keys come after its header, with the count, was written, and before its bits are. */
    private static byte[] savedWhileKeysCome(Snapshotable<?> filter, LongConsumer add) throws IOException {
        for (long key = 0; key < BEFORE; key++) {
            add.accept(key);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream() {
            private boolean came;

            @Override
            public synchronized void write(byte[] bytes, int from, int length) {
                super.write(bytes, from, length);
                for (long key = BEFORE; key < BEFORE + MEANWHILE && !came; key++) {
                    add.accept(key);
                }
                came = true;
            }
        };
        filter.snapshot().to(out);
        return out.toByteArray();
    }

    @ParameterizedTest
    @EnumSource(Layout.class)
    void load_bloomSavedWhileKeysCame_countsThem(Layout layout) throws IOException {
        BloomFilter<Long> filter = Filters.bloom(
                        KeyEncoder.int64(), BloomSpec.of(1_000, 0.01).withLayout(layout))
                .seed(Seed.of(5))
                .build();
        byte[] saved = savedWhileKeysCome(filter, filter::addLong);
        BloomFilter<Long> loaded = Filters.load(KeyEncoder.int64()).from(saved).bloom();
        assertThat(loaded.mightContainLong(BEFORE + MEANWHILE - 1L))
                .as("the bits came along")
                .isTrue();
        assertThat(loaded.info().insertions()).isBetween(840L, 960L);
    }

    @Test
    void load_scalableSavedWhileKeysCame_countsThem() throws IOException {
        ScalableBloomFilter<Long> filter = Filters.scalableBloom(
                        KeyEncoder.int64(), ScalableSpec.of(0.01).withFirstCapacity(1_000))
                .seed(Seed.of(5))
                .build();
        byte[] saved = savedWhileKeysCome(filter, filter::addLong);
        ScalableBloomFilter<Long> loaded =
                Filters.load(KeyEncoder.int64()).from(saved).scalableBloom();
        assertThat(loaded.info().insertions()).isBetween(840L, 960L);
        for (long key = 1_000; key < 1_800; key++) {
            loaded.addLong(key);
        }
        BloomInfo first = loaded.info().slices().get(0);
        assertThat(first.approximateDistinct())
                .as("no more than it has room for")
                .isLessThan(1_070);
    }

    @Test
    void load_windowedSavedWhileKeysCame_countsThem() throws IOException {
        WindowedFilter<Long> filter = Filters.windowed(
                        KeyEncoder.int64(), WindowedSpec.of(4_000, Duration.ofHours(1), 0.01))
                .seed(Seed.of(5))
                .build();
        byte[] saved = savedWhileKeysCome(filter, filter::addLong);
        WindowedFilter<Long> loaded =
                Filters.load(KeyEncoder.int64()).from(saved).windowed();
        assertThat(loaded.info().insertions()).isBetween(840L, 960L);
    }

    /** Also far beyond its capacity: a count that is sound stays what it was, to the last key. */
    @ParameterizedTest
    @EnumSource(Layout.class)
    void load_savedInPeace_countsAsBefore(Layout layout) throws IOException {
        for (int keys : new int[] {1, 16, 300, 1_000, 1_500}) {
            for (long seed = 0; seed < 50; seed++) {
                BloomFilter<Long> filter = Filters.bloom(
                                KeyEncoder.int64(), BloomSpec.of(1_000, 0.1).withLayout(layout))
                        .seed(Seed.of(seed))
                        .build();
                for (long key = 0; key < keys; key++) {
                    filter.addLong(key);
                }
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                filter.snapshot().to(out);
                assertThat(Filters.load(KeyEncoder.int64())
                                .from(out.toByteArray())
                                .bloom()
                                .info()
                                .insertions())
                        .as("%d keys, seed %d", keys, seed)
                        .isEqualTo(filter.info().insertions());
            }
        }
    }
}
