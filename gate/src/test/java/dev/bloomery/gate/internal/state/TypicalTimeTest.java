package dev.bloomery.gate.internal.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.support.Seeds;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TypicalTimeTest {
    private final TypicalTime time = new TypicalTime();

    private void add(int times, long nanos) {
        for (int i = 0; i < times; i++) {
            time.add(nanos);
        }
    }

    @Test
    void nanos_notEnough_isUnknown() {
        add(TypicalTime.FIRST + TypicalTime.ENOUGH - 1, 1_000);
        assertThat(time.nanos()).isEmpty();
        time.add(1_000);
        assertThat(time.nanos()).isPresent();
    }

    @Test
    void nanos_firstOnesSlow_areLeftOut() {
        add(TypicalTime.FIRST, 1_000_000_000);
        add(TypicalTime.ENOUGH, 1_000);
        assertThat(time.nanos().orElseThrow()).isBetween(940L, 1_060L);
    }

    @Test
    void nanos_someTookVeryLong_areNotInIt() {
        add(TypicalTime.FIRST, 1_000);
        add(60, 1_000);
        add(40, 30_000_000_000L);
        assertThat(time.nanos().orElseThrow()).isBetween(940L, 1_060L);
    }

    @Test
    void nanos_anySize_isRightWithinSixPercent() {
        long seed = Seeds.orElse(21);
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 2_000; i++) {
            long nanos = random.nextLong() >>> (1 + random.nextInt(63));
            TypicalTime same = new TypicalTime();
            for (int j = 0; j < TypicalTime.FIRST + TypicalTime.ENOUGH; j++) {
                same.add(nanos);
            }
            long typical = same.nanos().orElseThrow();
            assertThat(Math.abs(typical - nanos))
                    .as("seed %s, %s for %s", seed, typical, nanos)
                    .isLessThanOrEqualTo(nanos / 16 + 1);
        }
    }

    @Test
    void add_aClockThatWentBack_countsAsNothing() {
        add(TypicalTime.FIRST + TypicalTime.ENOUGH, -5);
        assertThat(time.nanos()).hasValue(0);
    }
}
