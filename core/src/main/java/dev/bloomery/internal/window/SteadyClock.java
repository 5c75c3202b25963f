package dev.bloomery.internal.window;

import java.time.Instant;
import java.time.InstantSource;

/** The time of the system when the program started, and since then what {@link System#nanoTime} says: it does not jump when that is set. */
public final class SteadyClock implements InstantSource {
    public static final SteadyClock INSTANCE = new SteadyClock();

    private final long startMillis = System.currentTimeMillis();
    private final long startNanos = System.nanoTime();

    private SteadyClock() {}

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(millis());
    }

    @Override
    public long millis() {
        return startMillis + (System.nanoTime() - startNanos) / 1_000_000;
    }
}
