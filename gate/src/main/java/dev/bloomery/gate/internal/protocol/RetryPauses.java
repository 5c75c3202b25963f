package dev.bloomery.gate.internal.protocol;

import java.time.Duration;

/**
 * How long a gate waits between its tries to rebuild itself: twice as long each time.
 *
 * @param first after the first failure, positive
 * @param longest at most, positive
 */
public record RetryPauses(Duration first, Duration longest) {
    public static final RetryPauses DEFAULT = new RetryPauses(Duration.ofSeconds(1), Duration.ofMinutes(1));

    public RetryPauses {
        if (longest.compareTo(first) < 0) {
            throw new IllegalArgumentException(
                    "longest is " + longest + ", less than the first pause, " + first + "; use at least as much");
        }
    }

    /** The pause after so many failures in a row; none after 0. */
    public Duration after(int failures) {
        if (failures == 0) {
            return Duration.ZERO;
        }
        Duration pause = first;
        for (int i = 1; i < failures && pause.compareTo(longest) < 0; i++) {
            pause = pause.multipliedBy(2);
        }
        return pause.compareTo(longest) < 0 ? pause : longest;
    }
}
