package dev.bloomery.file;

import java.time.Duration;
import java.util.Objects;

/**
 * When an operation of a durable filter is on the disk for certain. What is written but not synced survives the death of the process, not
 * that of the machine.
 */
public sealed interface SyncPolicy {

    /** Before the call returns. Threads that wait at the same time share a sync. */
    record Always() implements SyncPolicy {}

    /**
     * Within a time.
     *
     * @param period after which a sync begins
     */
    record Every(Duration period) implements SyncPolicy {
        private static final Duration SHORTEST = Duration.ofMillis(1);
        private static final Duration LONGEST = Duration.ofDays(1);

        public Every {
            Objects.requireNonNull(period, "period");
            if (period.compareTo(SHORTEST) < 0 || period.compareTo(LONGEST) > 0) {
                throw new IllegalArgumentException(
                        "period is " + period + "; use a millisecond to a day, or always() or onClose()");
            }
        }
    }

    /** When the filter is closed or told to, and at checkpoints. */
    record OnClose() implements SyncPolicy {}

    /**
     * Nothing that was acknowledged is lost: a call returns when its operation is synced.
     *
     * @return the policy
     */
    static SyncPolicy always() {
        return new Always();
    }

    /**
     * A crash of the machine loses nothing older than the period and one sync, one of the process nothing older than that either. A
     * call waits only while something is twice as old as the period and not synced.
     *
     * @param period a millisecond to a day
     * @return the policy
     */
    static SyncPolicy every(Duration period) {
        return new Every(period);
    }

    /**
     * Calls never wait for a sync. A crash loses what came since the last {@code sync()}, checkpoint or opening.
     *
     * @return the policy
     */
    static SyncPolicy onClose() {
        return new OnClose();
    }
}
