package dev.bloomery.internal.durable;

import java.util.concurrent.atomic.LongAdder;

/** How often something was done, and for how long in all. A reader may see one of the two a moment before the other. */
public final class TimedCount {
    private final LongAdder times = new LongAdder();
    private final LongAdder nanos = new LongAdder();

    void add(long took) {
        times.increment();
        nanos.add(took);
    }

    public long times() {
        return times.sum();
    }

    public long nanos() {
        return nanos.sum();
    }
}
