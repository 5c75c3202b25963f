package dev.bloomery.redis;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/** The clock of a filter, which stands still until a test moves it, in either direction. */
final class MovedClock implements InstantSource {
    private final AtomicLong millis = new AtomicLong(1_000_000_000_000L);

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(millis.get());
    }

    void move(Duration by) {
        long unused = millis.addAndGet(by.toMillis());
    }
}
