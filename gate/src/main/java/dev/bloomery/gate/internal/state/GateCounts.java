package dev.bloomery.gate.internal.state;

import java.util.OptionalLong;
import java.util.concurrent.atomic.LongAdder;

/** What a gate counts; but for questions for one key, which {@link KeyStripes} counts. */
public final class GateCounts {
    /** Of so many questions for one key, in a stripe, the time of one is measured: two looks at a clock for each would be a good part of what a gate costs. */
    public static final int TIMED_OF = 16;

    /** Keys that the filter alone answered, but for those of {@link #answeredForOwnLookups}. */
    public final LongAdder answeredByFilter = new LongAdder();
    /**
     * Keys that the filter alone answered for callers who answer the others themselves: of those nobody knows
     * which were absent, so these must not count for a
     * measured FPP.
     */
    public final LongAdder answeredForOwnLookups = new LongAdder();
    /** Keys that the memory of false positives answered. */
    public final LongAdder answeredByMemory = new LongAdder();
    /** Keys that a question of another lookup answered. */
    public final LongAdder shared = new LongAdder();
    /** Keys that the filter took for present and the store did not have. */
    public final LongAdder falsePositives = new LongAdder();

    /** Writes, by what became of them. */
    public final WriteCounters writes = new WriteCounters();

    private final LongAdder timed = new LongAdder();
    private final LongAdder timedNanos = new LongAdder();
    private final LongAdder callsForMany = new LongAdder();
    private final LongAdder askedAmongMany = new LongAdder();
    private final LongAdder nanosForMany = new LongAdder();
    private final LongAdder sparedAmongMany = new LongAdder();
    private final LongAdder callsSpared = new LongAdder();
    private final TypicalTime typicalQuestion = new TypicalTime();
    private final TypicalTime typicalCallForMany = new TypicalTime();

    /** A question for one key took so long, and stands for so many; one that failed says nothing of others. */
    public void timed(int questions, long nanos, boolean answered) {
        timed.add(questions);
        timedNanos.add(questions * nanos);
        if (answered) {
            typicalQuestion.add(nanos);
        }
    }

    public void storeCallForMany(int keys, long nanos, boolean answered) {
        callsForMany.increment();
        askedAmongMany.add(keys);
        nanosForMany.add(nanos);
        if (answered) {
            typicalCallForMany.add(nanos);
        }
    }

    /** Of a batch the store was asked for this many keys less than there are, and not called at all if for none. */
    public void sparedOfMany(int keys, boolean wholeCall) {
        sparedAmongMany.add(keys);
        if (wholeCall) {
            callsSpared.increment();
        }
    }

    public long askedAmongMany() {
        return askedAmongMany.sum();
    }

    public long callsForMany() {
        return callsForMany.sum();
    }

    /** The time that so many questions for one key have taken, by those that were measured, and all for many. */
    public long storeNanos(long questionsForOne) {
        long measured = timed.sum();
        double mean = measured == 0 ? 0 : (double) timedNanos.sum() / measured;
        return Math.round(mean * questionsForOne) + nanosForMany.sum();
    }

    /**
     * The time not spent in the store: that of a typical question for each key that was looked up alone and not asked for, and that of a typical call for each
     * batch that needed none. What has no typical time yet does not count; empty if that is all.
     */
    public OptionalLong savedNanos() {
        long alone = Math.max(
                0,
                answeredByFilter.sum() + answeredForOwnLookups.sum() + answeredByMemory.sum() - sparedAmongMany.sum());
        OptionalLong ofQuestions = times(alone, typicalQuestion.nanos());
        OptionalLong ofCalls = times(callsSpared.sum(), typicalCallForMany.nanos());
        boolean unknown = alone > 0 ? ofQuestions.isEmpty() && ofCalls.orElse(0) == 0 : ofCalls.isEmpty();
        return unknown ? OptionalLong.empty() : OptionalLong.of(ofQuestions.orElse(0) + ofCalls.orElse(0));
    }

    private static OptionalLong times(long count, OptionalLong nanos) {
        if (count == 0) {
            return OptionalLong.of(0);
        }
        return nanos.isEmpty() ? nanos : OptionalLong.of(count * nanos.getAsLong());
    }
}
