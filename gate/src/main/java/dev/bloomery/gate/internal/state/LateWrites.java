package dev.bloomery.gate.internal.state;

import java.util.function.LongSupplier;

/**
 * For how long a scan must wait for writes that nobody here can see the end of.
 *
 * @param openedNanos when the gate was opened
 * @param afterOpeningNanos for how long a write of a process that is gone may still take effect
 * @param afterAnnouncementNanos for how long a write of another process may take to become visible after its key was announced
 */
public record LateWrites(long openedNanos, long afterOpeningNanos, long afterAnnouncementNanos) {
    /** There are none. */
    public static final LateWrites NONE = new LateWrites(0, 0, 0);

    /** Whether all have ended that began before the gate was opened, or whose announcement was over at this time. */
    public boolean haveEnded(long announcedNanos, long nowNanos) {
        return isOver(afterOpeningNanos, nowNanos - openedNanos)
                && isOver(afterAnnouncementNanos, nowNanos - announcedNanos);
    }

    /** Whether a write of the process before may still take effect. */
    public boolean mayComeFromBefore(LongSupplier nanoTime) {
        return afterOpeningNanos > 0 && !isOver(afterOpeningNanos, nanoTime.getAsLong() - openedNanos);
    }

    private static boolean isOver(long nanos, long passedNanos) {
        return nanos == 0 || passedNanos > nanos;
    }
}
