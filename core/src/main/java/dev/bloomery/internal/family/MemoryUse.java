package dev.bloomery.internal.family;

import java.util.concurrent.atomic.AtomicLong;

/** Bytes of pages and indexes of all stripes, and how many there may be. */
final class MemoryUse {
    private final long budget;
    private final AtomicLong used = new AtomicLong();

    MemoryUse(long budget) {
        this.budget = budget;
    }

    void add(long bytes) {
        used.addAndGet(bytes);
    }

    long used() {
        return used.get();
    }

    long budget() {
        return budget;
    }

    boolean isPassed() {
        return used.get() > budget;
    }
}
