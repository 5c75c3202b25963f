package dev.bloomery.testkit.windowed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.bloomery.Filters;
import dev.bloomery.MappedFilter;
import dev.bloomery.WindowedBuilder;
import dev.bloomery.WindowedFilter;
import dev.bloomery.capacity.CapacityEvent;
import dev.bloomery.capacity.CapacityPolicy;
import dev.bloomery.capacity.FilterFullException;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.Seed;
import dev.bloomery.support.Seeds;
import dev.bloomery.testkit.ManualClock;
import dev.bloomery.testkit.RateBound;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WindowedFilterTest {
    private static final Duration WINDOW = Duration.ofHours(8);
    private static final int SLICES = 8;
    private static final Duration SLICE = Duration.ofHours(1);

    private final ManualClock clock = new ManualClock();

    private WindowedBuilder<Long> builder(long keys) {
        return Filters.windowed(KeyEncoder.int64())
                .window(WINDOW, keys)
                .targetFpp(0.01)
                .slices(SLICES)
                .clock(clock)
                .seed(Seed.of(Seeds.base(), 5));
    }

    @Test
    void mightContain_withinTheWindow_isTrueAndThenForgotten() {
        WindowedFilter<Long> filter = builder(1_000).build();
        filter.addLong(1);
        clock.move(WINDOW.minusMillis(1));
        assertThat(filter.mightContainLong(1)).isTrue();
        clock.move(SLICE.plusMillis(1));
        assertThat(filter.mightContainLong(1)).isFalse();
        assertThat(filter.mightContainEachLong(new long[] {1})).containsExactly(false);
        assertThat(filter.info().slices()).isEmpty();
    }

    @Test
    void add_again_prolongs() {
        WindowedFilter<Long> filter = builder(1_000).build();
        assertThat(filter.addLong(1)).isTrue();
        for (int i = 0; i < 10; i++) {
            clock.move(WINDOW.minusMillis(1));
            assertThat(filter.addLong(1)).as("remembered").isFalse();
        }
        clock.move(WINDOW.plus(SLICE));
        assertThat(filter.addLong(1)).as("forgotten").isTrue();
    }

    @Test
    void clockSetBack_whileItCatchesUp_remembersLonger() {
        WindowedFilter<Long> filter = builder(1_000).build();
        filter.addLong(1);
        clock.move(Duration.ofHours(-100));
        filter.addLong(2);
        clock.move(Duration.ofHours(100).plus(WINDOW).minusMillis(1));
        assertThat(filter.mightContainLong(1)).isTrue();
        assertThat(filter.mightContainLong(2)).isTrue();
    }

    @Test
    void addHashAt_oldOnes_areForgottenByTheirTime() {
        WindowedFilter<Long> filter = builder(1_000).build();
        long now = clock.millis();
        filter.addHashAt(filter.hashLong(1), now - WINDOW.plus(SLICE).toMillis());
        filter.addHashAt(filter.hashLong(2), now - WINDOW.minus(SLICE).toMillis());
        assertThat(filter.mightContainLong(1)).isFalse();
        assertThat(filter.mightContainLong(2)).isTrue();
    }

    @Test
    void burst_toldToReject_isRefusedUntilOldKeysAreForgotten() {
        WindowedFilter<Long> filter =
                builder(800).whenFull(CapacityPolicy.REJECT).build();
        long added = 0;
        try {
            for (long key = 0; key < 10_000; key++) {
                filter.addLong(key);
                added++;
            }
        } catch (FilterFullException full) {
            assertThat(full).hasMessageContaining("PT8H").hasMessageContaining("keys per window");
        }
        assertThat(added).as("nine slices of a hundred keys").isBetween(850L, 1_000L);
        for (long key = 0; key < added; key++) {
            assertThat(filter.addLong(key)).as("one that is in may come again").isFalse();
        }
        clock.move(SLICE);
        assertThatExceptionOfType(FilterFullException.class).isThrownBy(() -> addNew(filter));
        clock.move(WINDOW);
        addNew(filter);
    }

    /** A key that does not test maybe by chance. */
    private static void addNew(WindowedFilter<Long> filter) {
        long key = 1_000_000;
        while (filter.mightContainLong(key)) {
            key++;
        }
        filter.addLong(key);
    }

    @Test
    void burst_toldToWarn_keepsEveryKeyInBoundedMemory() {
        List<CapacityEvent> events = new ArrayList<>();
        WindowedFilter<Long> filter = builder(800).onCapacity(events::add).build();
        for (long key = 0; key < 100_000; key++) {
            filter.addLong(key);
        }
        for (long key = 0; key < 100_000; key++) {
            assertThat(filter.mightContainLong(key)).isTrue();
        }
        assertThat(filter.info().slices()).hasSize(2 * SLICES + 3);
        assertThat(events)
                .hasExactlyElementsOfTypes(CapacityEvent.LevelReached.class, CapacityEvent.TargetPassed.class);
        clock.move(WINDOW.plus(SLICE));
        for (long key = 0; key < 100_000; key++) {
            filter.addLong(key);
        }
        assertThat(events).as("told again of another crowd").hasSize(4);
    }

    /** All keys of the window at once, spread evenly, or in two crowds: the promise is the same. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 64})
    void fpp_atKeysPerWindow_isAsAsked(int crowds) {
        int keysPerWindow = 200_000;
        WindowedFilter<Long> filter = builder(keysPerWindow).build();
        // as many as come in the window and one slice, which is the most that is remembered
        long keys = keysPerWindow * (SLICES + 1L) / SLICES;
        fill(filter, keys, crowds);
        RateBound.assertRateAtMost(1.05 * 0.01, hits(filter, keys), 1_000_000, crowds + " crowds");
    }

    /** Control: a quarter more keys than promised does not pass. */
    @Test
    void fpp_aQuarterMoreKeys_isNoticed() {
        int keysPerWindow = 200_000;
        WindowedFilter<Long> filter = builder(keysPerWindow).build();
        long keys = keysPerWindow * (SLICES + 1L) / SLICES * 5 / 4;
        fill(filter, keys, 64);
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> RateBound.assertRateAtMost(1.05 * 0.01, hits(filter, keys), 1_000_000, "too many"));
    }

    private void fill(WindowedFilter<Long> filter, long keys, int crowds) {
        long lasts = WINDOW.plus(SLICE).toMillis() - 1_000;
        for (int crowd = 0; crowd < crowds; crowd++) {
            for (long key = keys * crowd / crowds; key < keys * (crowd + 1) / crowds; key++) {
                filter.addLong(key);
            }
            clock.move(lasts / crowds);
        }
    }

    private static long hits(WindowedFilter<Long> filter, long keys) {
        long hits = 0;
        for (long key = keys; key < keys + 1_000_000; key++) {
            hits += filter.mightContainLong(key) ? 1 : 0;
        }
        return hits;
    }

    /** Threads add all the time while another one moves the clock through many rotations. */
    @Test
    void concurrentAdds_atManyRotations_loseNoKey() throws InterruptedException {
        long windowMillis = 64;
        WindowedFilter<Long> filter = Filters.windowed(KeyEncoder.int64())
                .window(Duration.ofMillis(windowMillis), 1_000)
                .targetFpp(0.01)
                .slices(4)
                .clock(clock)
                .seed(Seed.of(Seeds.base(), 5))
                .build();
        AtomicBoolean stop = new AtomicBoolean();
        Map<Long, String> missed = new ConcurrentHashMap<>();
        List<Thread> adders = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            long base = i * 1_000_000_000L;
            Thread adder = new Thread(() -> {
                for (long key = base; !stop.get(); key++) {
                    long before = clock.millis();
                    filter.addLong(key);
                    boolean found = filter.mightContainLong(key);
                    if (!found && clock.millis() < before + windowMillis) {
                        missed.put(key, "added at " + before);
                    }
                }
            });
            adder.start();
            adders.add(adder);
        }
        for (int i = 0; i < 10_000; i++) {
            clock.move(1);
            LockSupport.parkNanos(20_000);
        }
        stop.set(true);
        for (Thread adder : adders) {
            adder.join();
        }
        assertThat(missed).isEmpty();
    }

    @Test
    void load_afterSomeTime_countsTheTimeBetween(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("seen.flt");
        WindowedFilter<Long> filter = builder(1_000).build();
        filter.addLong(1);
        clock.move(SLICE.multipliedBy(4));
        filter.addLong(2);
        filter.snapshotTo(file);
        clock.move(SLICE.multipliedBy(5));
        WindowedFilter<Long> loaded =
                Filters.load(KeyEncoder.int64()).clock(clock).from(file).windowed();
        assertThat(loaded.mightContainLong(1)).isFalse();
        assertThat(loaded.mightContainLong(2)).isTrue();
        try (MappedFilter<Long> mapped =
                Filters.load(KeyEncoder.int64()).clock(clock).from(file).mapped()) {
            assertThat(mapped.mightContainLong(1)).isFalse();
            assertThat(mapped.mightContainLong(2)).isTrue();
        }
        clock.move(Duration.ofDays(-300)); // a machine that lost its clock
        WindowedFilter<Long> without =
                Filters.load(KeyEncoder.int64()).clock(clock).from(file).windowed();
        assertThat(without.mightContainLong(1)).isTrue();
        assertThat(without.mightContainLong(2)).isTrue();
    }

    @Test
    void builder_wrongValues_areRefusedWhereTheyAreGiven() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Filters.windowed(KeyEncoder.int64()).window(Duration.ZERO, 10))
                .withMessageContaining("window is PT0S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Filters.windowed(KeyEncoder.int64()).window(WINDOW, -1))
                .withMessageContaining("-1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder(10).slices(0))
                .withMessageContaining("slices is 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Filters.windowed(KeyEncoder.int64())
                        .window(Duration.ofMillis(50), 10)
                        .targetFpp(0.01)
                        .slices(60))
                .withMessageContaining("cannot be cut into 60");
    }
}
