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
    /** Keys that the store was asked for. */
    final LongAdder asked = new LongAdder();
    /** Accesses to the store, of one key or of a batch. */
    final LongAdder storeCalls = new LongAdder();

    final LongAdder storeNanos = new LongAdder();

    void storeCall(long nanos) {
        storeCalls(1, nanos);
    }

    void storeCalls(int keys, long nanos) {
        asked.add(keys);
        storeCalls.increment();
        storeNanos.add(nanos);
    }
}
