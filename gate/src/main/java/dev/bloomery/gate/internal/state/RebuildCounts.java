package dev.bloomery.gate.internal.state;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** The rebuilds of a gate so far, by how they ended. */
public final class RebuildCounts {
    private final LongAdder completed = new LongAdder();
    private final LongAdder completedNanos = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder failedNanos = new LongAdder();
    private volatile @Nullable Long lastNanos;

    /** One took so long, and was completed at this time. */
    public void completed(long nanos, long now) {
        lastNanos = now;
        completedNanos.add(nanos);
        completed.increment();
    }

    /** One was given up after so long. */
    public void failed(long nanos) {
        failedNanos.add(nanos);
        failed.increment();
    }

    public long completed() {
        return completed.sum();
    }

    public long completedNanos() {
        return completedNanos.sum();
    }

    public long failed() {
        return failed.sum();
    }

    public long failedNanos() {
        return failedNanos.sum();
    }

    /** The time from the last that was completed until now. */
    public Optional<Duration> sinceLast(long now) {
        Long last = lastNanos;
        return last == null ? Optional.empty() : Optional.of(Duration.ofNanos(now - last));
    }
}
