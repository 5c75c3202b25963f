package dev.bloomery.gate;

import java.util.concurrent.atomic.LongAdder;

/** What a gate counts; but for questions for one key, which {@link KeyStripes} counts. */
final class GateCounts {
    /** Of so many questions for one key, in a stripe, the time of one is measured: two looks at a clock for each would be a good part of what a gate costs. */
    static final int TIMED_OF = 16;

    /** Keys that the filter alone answered. */
    final LongAdder answeredByFilter = new LongAdder();
    /** Keys that the memory of false positives answered. */
    final LongAdder answeredByMemory = new LongAdder();
    /** Keys that a question of another lookup answered. */
    final LongAdder shared = new LongAdder();
    /** Keys that the filter took for present and the store did not have. */
    final LongAdder falsePositives = new LongAdder();

    private final LongAdder timed = new LongAdder();
    private final LongAdder timedNanos = new LongAdder();
    private final LongAdder callsForMany = new LongAdder();
    private final LongAdder askedAmongMany = new LongAdder();
    private final LongAdder nanosForMany = new LongAdder();

    /** A question for one key took so long, and stands for so many. */
    void timed(int questions, long nanos) {
        timed.add(questions);
        timedNanos.add(questions * nanos);
    }

    void storeCallForMany(int keys, long nanos) {
        callsForMany.increment();
        askedAmongMany.add(keys);
        nanosForMany.add(nanos);
    }

    long askedAmongMany() {
        return askedAmongMany.sum();
    }

    long callsForMany() {
        return callsForMany.sum();
    }

    /** The time that so many questions for one key have taken, by those that were measured, and all for many. */
    long storeNanos(long questionsForOne) {
        long measured = timed.sum();
        double mean = measured == 0 ? 0 : (double) timedNanos.sum() / measured;
        return Math.round(mean * questionsForOne) + nanosForMany.sum();
    }
}
