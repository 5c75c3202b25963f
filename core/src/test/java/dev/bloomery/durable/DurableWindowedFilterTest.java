package dev.bloomery.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.bloomery.file.Progress;
import dev.bloomery.internal.disk.Disk;
import dev.bloomery.internal.disk.SimulatedDisk;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.Seed;
import dev.bloomery.spec.WindowedSpec;
import dev.bloomery.support.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DurableWindowedFilterTest {
    private static final Path PARENT = Path.of("/durable");
    private static final Path DIRECTORY = PARENT.resolve("seen");
    private static final long WINDOW = 8_000;
    private static final long SLICE = 1_000;
    private static final WindowedSpec SPEC = WindowedSpec.of(1_000, Duration.ofMillis(WINDOW), 1e-6);

    private final AtomicLong millis = new AtomicLong(1_000_000_000_000L);
    private final InstantSource clock = () -> Instant.ofEpochMilli(millis.get());

    private DurableWindowedFilter<Long> open(Disk disk) throws IOException {
        return builder(disk).open();
    }

    private DurableBuilder<Long, DurableWindowedFilter<Long>> builder(Disk disk) {
        return DurableWindowedFilter.in(DIRECTORY, KeyEncoder.int64(), SPEC, clock)
                .seed(Seed.of(7))
                .on(disk);
    }

    @Test
    void open_afterAClose_forgetsByTheTimeOfTheAdd() throws IOException {
        Disk disk = SimulatedDisk.with(PARENT);
        try (DurableWindowedFilter<Long> filter = open(disk)) {
            filter.addLong(1);
            millis.addAndGet(WINDOW / 2);
            filter.addLong(2);
            filter.addAllLongs(new long[] {3, 4});
        }
        millis.addAndGet(WINDOW / 2 - 1);
        try (DurableWindowedFilter<Long> filter = open(disk)) {
            assertThat(filter.mightContainEachLong(new long[] {1, 2, 3, 4})).containsExactly(true, true, true, true);
            millis.addAndGet(SLICE + 1);
            assertThat(filter.mightContainEachLong(new long[] {1, 2, 3, 4})).containsExactly(false, true, true, true);
        }
        millis.addAndGet(WINDOW);
        try (DurableWindowedFilter<Long> filter = open(disk)) {
            assertThat(filter.mightContainEachLong(new long[] {1, 2, 3, 4}))
                    .containsExactly(false, false, false, false);
            assertThat(filter.addLong(1)).isTrue();
        }
    }

    /** A key that is in is journaled again: its new time counts after a crash. */
    @Test
    void add_again_isProlongedAlsoAfterACrash() throws IOException {
        SimulatedDisk disk = SimulatedDisk.with(PARENT);
        DurableWindowedFilter<Long> filter = open(disk);
        filter.addLong(1);
        millis.addAndGet(WINDOW - 1);
        assertThat(filter.addLong(1)).isFalse();
        SimulatedDisk after = disk.afterPowerLoss(new SplittableRandom(Seeds.orElse(1)));
        millis.addAndGet(WINDOW - 1);
        try (DurableWindowedFilter<Long> recovered = open(after)) {
            assertThat(recovered.mightContainLong(1)).isTrue();
        }
    }

    /** Adds, steps of time, checkpoints, closes and crashes against a map of when each key came last. */
    @Test
    void randomHistory_withCrashes_forgetsInTimeAndNeverEarly() throws IOException {
        SplittableRandom random = new SplittableRandom(Seeds.orElse(42));
        SimulatedDisk disk = SimulatedDisk.with(PARENT);
        Map<Long, Long> lastAdd = new HashMap<>();
        DurableWindowedFilter<Long> filter = open(disk);
        for (int step = 0; step < 4_000; step++) {
            int what = random.nextInt(100);
            long key = random.nextLong(200);
            if (what < 40) {
                filter.addLong(key);
                lastAdd.put(key, millis.get());
            } else if (what < 80) {
                Long added = lastAdd.get(key);
                boolean maybe = filter.mightContainLong(key);
                if (added != null && millis.get() < added + WINDOW) {
                    assertThat(maybe)
                            .as("step %d, added %d ms ago", step, millis.get() - added)
                            .isTrue();
                } else if (added == null || millis.get() >= added + WINDOW + SLICE) {
                    assertThat(maybe).as("step %d, forgotten", step).isFalse();
                }
            } else if (what < 94) {
                millis.addAndGet(random.nextLong(SLICE / 4));
            } else if (what < 95) {
                millis.addAndGet(random.nextLong(2 * WINDOW));
            } else if (what < 97) {
                filter.checkpoint();
            } else if (what < 98) {
                filter.close();
                filter = open(disk);
            } else if (what < 99) {
                disk = disk.afterProcessDeath();
                filter = open(disk);
            } else {
                disk = disk.afterPowerLoss(random);
                filter = open(disk);
            }
        }
        filter.close();
    }

    @Test
    void rebuild_ofAWindow_keepsTheTimes() throws IOException {
        Disk disk = SimulatedDisk.with(PARENT);
        try (DurableWindowedFilter<Long> filter = builder(disk).keepHashes().open()) {
            filter.addLong(1);
            millis.addAndGet(WINDOW / 2);
            filter.addLong(2);
        }
        WindowedSpec larger = WindowedSpec.of(5_000, Duration.ofMillis(WINDOW), 1e-6);
        DurableArchive.rebuild(disk, DIRECTORY, KeyEncoder.int64(), larger, Progress.NONE);
        millis.addAndGet(WINDOW / 2 + SLICE);
        try (DurableWindowedFilter<Long> filter = DurableWindowedFilter.in(DIRECTORY, KeyEncoder.int64(), larger, clock)
                .on(disk)
                .open()) {
            assertThat(filter.mightContainLong(1)).isFalse();
            assertThat(filter.mightContainLong(2)).isTrue();
        }
    }

    @Test
    void rebuild_ofKeysWithoutTimes_isRefused() throws IOException {
        Disk disk = SimulatedDisk.with(PARENT);
        try (DurableFilter<Long> filter = DurableFilter.in(DIRECTORY, KeyEncoder.int64(), BloomSpec.of(100, 0.01))
                .keepHashes()
                .on(disk)
                .open()) {
            filter.addLong(1);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DurableArchive.rebuild(disk, DIRECTORY, KeyEncoder.int64(), SPEC, Progress.NONE))
                .withMessageContaining("when the keys came");
    }
}
