package dev.bloomery.internal.window;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.InstantSource;

/**
 * Time that never goes back: where the clock does, it stands still until the clock has caught up. So nothing is forgotten early because a
 * clock was set back, or was wrong and is right again.
 */
public final class WindowTime {
    private static final VarHandle LATEST;

    static {
        try {
            LATEST = MethodHandles.lookup().findVarHandle(WindowTime.class, "latest", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    /** Some million years: sums of times do not overflow. */
    public static final long LARGEST = 1L << 60;

    private final InstantSource clock;
    private volatile long latest;

    /** Begins at {@code latest}, a time that has passed already. */
    public WindowTime(InstantSource clock, long latest) {
        this.clock = clock;
        this.latest = latest;
    }

    public InstantSource clock() {
        return clock;
    }

    /** Milliseconds since 1970, if the clock is right. */
    public long now() {
        return atLeast(clock.millis());
    }

    /** The latest time known, this one included. */
    public long atLeast(long millis) {
        if (millis > LARGEST) {
            throw new IllegalArgumentException(
                    "the time is " + millis + " ms after 1970, beyond all calendars; give one that has come");
        }
        long seen = latest;
        while (millis > seen) {
            if (LATEST.compareAndSet(this, seen, millis)) {
                return millis;
            }
            seen = latest;
        }
        return seen;
    }

    public long latest() {
        return latest;
    }
}
