package dev.bloomery.internal.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.internal.capacity.CapacityRule;
import dev.bloomery.spec.WindowedSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** An add whose slice is dropped while it is on its way: step by step, because no race would do it often enough. */
class WindowSlicesTest {
    private static final long WINDOW = 1_000;
    private static final long KEY = 0x1234_5678_9ABC_DEF0L;
    private static final long OTHER_KEY = 0x0FED_CBA9_8765_4321L;

    private final AtomicLong millis = new AtomicLong(1_000_000);

    /** Slices of which the first add is held up for a whole window, in which another add drops the slice it was about to use. */
    private class HeldUp extends WindowSlices {
        private boolean held;

        HeldUp() {
            super(
                    WindowedSpec.of(100, Duration.ofMillis(WINDOW), 1e-6).sized(),
                    true,
                    CapacityRule.DEFAULT,
                    new WindowTime(clock(), 0));
        }

        @Override
        void put(Slice slice, long hash) {
            if (!held) {
                held = true;
                millis.addAndGet(3 * WINDOW);
                add(OTHER_KEY, time().now());
            }
            super.put(slice, hash);
        }
    }

    /** The same without the look whether the slice is still there. */
    private final class WithoutLook extends HeldUp {
        @Override
        boolean isKept(Slice slice) {
            return true;
        }
    }

    private InstantSource clock() {
        return () -> Instant.ofEpochMilli(millis.get());
    }

    @Test
    void add_sliceDroppedMeanwhile_isFoundAfterwards() {
        WindowSlices slices = new HeldUp();
        slices.add(KEY, slices.time().now());
        assertThat(slices.contains(KEY)).isTrue();
        assertThat(slices.contains(OTHER_KEY)).isTrue();
    }

    @Test
    void add_withoutTheLookAfterwards_losesTheKey() {
        WindowSlices slices = new WithoutLook();
        slices.add(KEY, slices.time().now());
        assertThat(slices.contains(OTHER_KEY)).isTrue();
        assertThat(slices.contains(KEY)).isFalse();
    }

    @Test
    void open_byAnAddThatReadTheClockEarlier_keepsTheOrderOfTime() {
        WindowSlices slices = new WindowSlices(
                WindowedSpec.of(8, Duration.ofMillis(WINDOW), 1e-6).sized(),
                true,
                CapacityRule.DEFAULT,
                new WindowTime(clock(), 0));
        long early = slices.time().now();
        millis.addAndGet(10);
        slices.add(KEY, slices.time().now()); // a slice has one key here, so it is full
        slices.add(OTHER_KEY, early);
        WindowSlices.Slice[] all = slices.all();
        assertThat(all).hasSize(2);
        assertThat(all[1].start).isGreaterThanOrEqualTo(all[0].start);
    }
}
