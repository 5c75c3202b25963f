package dev.bloomery.testkit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that stands still until a test moves it, in either direction. */
public final class ManualClock implements InstantSource {
    private final AtomicLong millis = new AtomicLong(1_000_000_000_000L);

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(millis());
    }

    @Override
    public long millis() {
        return millis.get();
    }

    public void move(Duration by) {
        move(by.toMillis());
    }

    public void move(long byMillis) {
        long unused = millis.addAndGet(byMillis);
    }
}
