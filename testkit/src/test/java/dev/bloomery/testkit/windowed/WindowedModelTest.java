package dev.bloomery.testkit.windowed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.Filters;
import dev.bloomery.WindowedFilter;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.Layout;
import dev.bloomery.spec.Seed;
import dev.bloomery.support.Seeds;
import dev.bloomery.testkit.ManualClock;
import dev.bloomery.testkit.RateBound;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random adds, queries, steps of time, idle times and jumps back against a map of when each key came last: no key is forgotten before its
 * window has passed, and each is, up to the FPP, a slice later. Saved and loaded now and then.
 */
class WindowedModelTest {
    private static final long WINDOW = 60_000;
    private static final int STEPS = 150_000;

    @ParameterizedTest
    @CsvSource({
        "1, CLASSIC, false",
        "2, BLOCKED, true",
        "8, AUTO, false",
        "8, AUTO, true",
        "30, PARTITIONED, false",
        "7, AUTO, true"
    })
    void randomHistory_anySlices_forgetsInTimeAndNeverEarly(int slices, Layout layout, boolean singleWriter)
            throws IOException {
        SplittableRandom random = new SplittableRandom(Seeds.base() + slices);
        ManualClock clock = new ManualClock();
        var builder = Filters.windowed(KeyEncoder.int64())
                .window(Duration.ofMillis(WINDOW), 2_000)
                .targetFpp(0.01)
                .slices(slices)
                .layout(layout)
                .clock(clock)
                .seed(Seed.of(Seeds.base(), slices));
        WindowedFilter<Long> filter = (singleWriter ? builder.singleWriter() : builder).build();
        long slice = (WINDOW + slices - 1) / slices;

        Map<Long, Long> lastAdd = new HashMap<>();
        long now = clock.millis(); // as the filter sees it: never back
        long late = 0;
        long lateHits = 0;
        for (int step = 0; step < STEPS; step++) {
            int what = random.nextInt(1_000);
            long key = random.nextLong(5_000);
            if (what < 300) {
                boolean isNew = filter.addLong(key);
                Long before = lastAdd.put(key, now);
                if (before != null && now < before + WINDOW) {
                    assertThat(isNew)
                            .as("step %d, key in its window, %s", step, Seeds.describe())
                            .isFalse();
                }
            } else if (what < 900) {
                Long added = lastAdd.get(key);
                boolean maybe = filter.mightContainLong(key);
                if (added != null && now < added + WINDOW) {
                    assertThat(maybe)
                            .as("step %d: key added %d ms ago, %s", step, now - added, Seeds.describe())
                            .isTrue();
                } else if (added == null || now >= added + WINDOW + slice) {
                    late++;
                    lateHits += maybe ? 1 : 0;
                }
            } else if (what < 990) {
                clock.move(random.nextLong(200)); // some 2,000 adds in a window
            } else if (what < 993) {
                clock.move(random.nextLong(3 * WINDOW)); // idle
            } else if (what < 996) {
                double unused = filter.expectedFpp(); // looks at the clock: what it never saw it cannot hold on to
                clock.move(-random.nextLong(WINDOW)); // set back
            } else {
                filter = reloaded(filter, clock, singleWriter);
            }
            now = Math.max(now, clock.millis());
        }
        assertThat(late).as("queries of forgotten keys").isGreaterThan(STEPS / 10);
        // while the clock stands still after a jump back, more than the keys of a window come in: hence the slack
        RateBound.assertRateAtMost(0.03, lateHits, late, "forgotten keys of " + slices + " slices");
    }

    private static WindowedFilter<Long> reloaded(WindowedFilter<Long> filter, ManualClock clock, boolean singleWriter)
            throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        filter.snapshotTo(bytes);
        var loader = Filters.load(KeyEncoder.int64()).clock(clock);
        return (singleWriter ? loader.singleWriter() : loader)
                .from(bytes.toByteArray())
                .windowed();
    }
}
