package dev.bloomery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.capacity.CapacityEvent;
import dev.bloomery.capacity.CapacityPolicy;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.Seed;
import dev.bloomery.spec.WindowedSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A windowed filter tells of the keys that it remembers when they come, at once or over time, and by the capacity that it says. */
class WindowCapacityTest {
    private static final int KEYS = 100_000;
    private static final Duration WINDOW = Duration.ofDays(30);

    private final AtomicLong millis = new AtomicLong(1_000_000);
    private final InstantSource clock = () -> Instant.ofEpochMilli(millis.get());

    private WindowedBuilder<Long> builder(double fpp) {
        return Filters.windowed(KeyEncoder.int64(), WindowedSpec.of(KEYS, WINDOW, fpp))
                .seed(Seed.of(5))
                .clock(clock);
    }

    /** As a gate warms up. */
    @ParameterizedTest
    @ValueSource(doubles = {0.1, 0.01, 1e-4})
    void burst_pastTheLevel_tellsOfItThere(double fpp) {
        List<CapacityEvent> events = new ArrayList<>();
        WindowedFilter<Long> filter = builder(fpp).onCapacity(0.9, events::add).build();
        try (Warnings warnings = new Warnings()) {
            long atLevel = 0;
            for (long key = 0; key < 112_000; key++) {
                filter.addLong(key);
                atLevel = events.isEmpty() ? key + 1 : atLevel;
            }
            assertThat(atLevel + 1).isBetween(90_000L, 90_400L);
            assertThat(events).singleElement().isInstanceOfSatisfying(CapacityEvent.LevelReached.class, event -> {
                assertThat(event.capacity())
                        .isEqualTo(KEYS)
                        .isEqualTo(filter.info().capacity());
                assertThat(event.insertions()).isBetween(90_000L, 90_400L);
                assertThat(event.level()).isEqualTo(0.9);
            });
            assertThat(warnings.lines()).isEmpty();
            for (long key = 112_000; key < 130_000; key++) {
                filter.addLong(key);
            }
            assertThat(events).hasSize(2).last().isInstanceOfSatisfying(CapacityEvent.TargetPassed.class, event -> {
                assertThat(event.insertions()).isGreaterThan(112_500);
                assertThat(event.expectedFpp()).isGreaterThan(fpp).isLessThan(1.1 * fpp);
            });
            assertThat(warnings.lines()).hasSize(1);
        }
    }

    @Test
    void keysOverTime_pastTheLevel_tellOfItThere() {
        List<CapacityEvent> events = new ArrayList<>();
        WindowedFilter<Long> filter = builder(0.01).onCapacity(0.9, events::add).build();
        long key = 0;
        while (events.isEmpty() && key < 2 * KEYS) {
            filter.addLong(key++);
            millis.addAndGet(WINDOW.toMillis() / KEYS);
        }
        assertThat(key).isBetween(90_000L, 90_200L);
        assertThat(events).singleElement().isInstanceOf(CapacityEvent.LevelReached.class);
    }

    /** A steady flow of as many keys as promised is a crowd that goes on: told once, and no warning. */
    @Test
    void keysOverTime_asManyAsPromised_areToldOnce() {
        List<CapacityEvent> events = new ArrayList<>();
        WindowedFilter<Long> filter = builder(0.01).onCapacity(0.9, events::add).build();
        for (long key = 0; key < 4 * KEYS; key++) {
            filter.addLong(key);
            millis.addAndGet(WINDOW.toMillis() / KEYS + 1);
        }
        assertThat(events).singleElement().isInstanceOf(CapacityEvent.LevelReached.class);
        millis.addAndGet(2 * WINDOW.toMillis());
        for (long key = 0; key < KEYS; key++) {
            filter.addLong(key);
        }
        assertThat(events).as("another crowd").hasSize(2);
    }

    @Test
    void burst_thatRejects_takesTheKeysOfAWindowAndFewMoreThanItRemembers() {
        WindowedFilter<Long> filter =
                builder(0.01).whenFull(CapacityPolicy.REJECT).build();
        long key = 0;
        while (filter.tryAdd(key) != AddResult.FULL) {
            key++;
        }
        assertThat(key).isBetween(112_500L, 112_700L);
        millis.addAndGet(WINDOW.toMillis() + WINDOW.toMillis() / 8);
        assertThat(filter.tryAdd(key)).isEqualTo(AddResult.ADDED);
    }
}
