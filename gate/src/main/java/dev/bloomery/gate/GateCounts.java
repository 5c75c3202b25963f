package dev.bloomery.gate;

import java.util.concurrent.atomic.LongAdder;

/** What a gate counts. */
final class GateCounts {
    /** Keys that the filter alone answered. */
    final LongAdder answeredByFilter = new LongAdder();
    /** Keys that the memory of false positives answered. */
    final LongAdder answeredByMemory = new LongAdder();
    /** Keys that a question of another lookup answered. */
    final LongAdder shared = new LongAdder();
    /** Keys that the filter took for present and the store did not have. */
    final LongAdder falsePositives = new LongAdder();

    private final LongAdder callsForOne = new LongAdder();
    private final LongAdder callsForMany = new LongAdder();
    private final LongAdder askedAmongMany = new LongAdder();
    private final LongAdder storeNanos = new LongAdder();

    void storeCall(long nanos) {
        callsForOne.increment();
        storeNanos.add(nanos);
    }

    void storeCallForMany(int keys, long nanos) {
        callsForMany.increment();
        askedAmongMany.add(keys);
        storeNanos.add(nanos);
    }

    /** Keys that the store was asked for. */
    long asked() {
        return callsForOne.sum() + askedAmongMany.sum();
    }

    /** Accesses to the store, of one key or of a batch. */
    long storeCalls() {
        return callsForOne.sum() + callsForMany.sum();
    }

    long storeNanos() {
        return storeNanos.sum();
    }
}
