package dev.bloomery.gate.internal.state;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/**
 * Ends doubts of whose writes somebody knows that they have ended: because so much time has passed since, or
 * because the store says so.
 *
 * <p>A key leaves under the mark of its stripe, and only with the doubts that were noted when it was asked
 * for: one that came meanwhile stays. For any number of threads.
 */
public final class EndedDoubts<K> {
    /** No doubt ends by time. */
    public static final long NEVER = -1;

    private final GateCore<K> core;
    private final long endAfterNanos;
    /** No doubt is due before this time. */
    private volatile long dueNanos;

    /** @param endAfterNanos after which time a write that is in doubt has ended, or {@link #NEVER} */
    public EndedDoubts(GateCore<K> core, long endAfterNanos) {
        this.core = core;
        this.endAfterNanos = endAfterNanos;
        this.dueNanos = core.nanoTime.getAsLong() + Math.max(0, endAfterNanos);
    }

    /**
     * Ends the doubts that are old enough, if a time was given after which they are. Costs a look at a clock
     * while there are doubts, and a look at all of them only when the
     * oldest may be old enough.
     */
    public void settleDue() {
        if (endAfterNanos == NEVER || (core.inDoubt.isEmpty() && core.ownersInDoubt.isEmpty())) {
            return;
        }
        long now = core.nanoTime.getAsLong();
        if (now - dueNanos > 0) {
            int unused = settleOlderThan(endAfterNanos);
            dueNanos = oldest(now) + endAfterNanos;
        }
    }

    /** When the oldest doubt was noted; now if there is none. */
    private long oldest(long now) {
        long[] oldest = {now};
        core.inDoubt.forEach((key, doubt) -> oldest[0] = earlier(oldest[0], doubt.nanos()));
        core.ownersInDoubt.forEach((owner, doubt) -> oldest[0] = earlier(oldest[0], doubt.nanos()));
        return oldest[0];
    }

    private static long earlier(long nanos, long others) {
        return others - nanos < 0 ? others : nanos;
    }

    /**
     * All writes of doubts that were noted longer ago than this have ended; how many keys and owners have
     * left.
     */
    public int settleOlderThan(long nanos) {
        long now = core.nanoTime.getAsLong();
        BiPredicate<Object, KeysInDoubt.Doubt> isOld = (key, doubt) -> now - doubt.nanos() > nanos;
        int settled = 0;
        for (Noted<K> each : those(core.inDoubt, isOld)) {
            settled += settle(each) ? 1 : 0;
        }
        for (Noted<Object> each : those(core.ownersInDoubt, isOld)) {
            long unused = core.markOwner(each.key);
            settled += core.ownersInDoubt.settleByWord(each.key, each.number) ? 1 : 0;
            core.unmarkOwner(each.key);
        }
        return settled;
    }

    /** The writes have ended of each key of which this is true; how many keys have left. */
    public int settleIf(Predicate<K> haveEnded) {
        int settled = 0;
        for (Noted<K> each : those(core.inDoubt, (key, doubt) -> true)) {
            settled += haveEnded.test(each.key) && settle(each) ? 1 : 0;
        }
        return settled;
    }

    private boolean settle(Noted<K> noted) {
        long unused = core.mark(noted.key); // what was thought of the key before is void
        try {
            return core.inDoubt.settleByWord(noted.key, noted.number);
        } finally {
            core.unmark(noted.key);
        }
    }

    /** A key, and the number of its last doubt at some moment. */
    private record Noted<K>(K key, long number) {}

    private static <K> List<Noted<K>> those(KeysInDoubt<K> doubts, BiPredicate<? super K, KeysInDoubt.Doubt> wanted) {
        List<Noted<K>> those = new ArrayList<>();
        BiConsumer<K, KeysInDoubt.Doubt> collect = (key, doubt) -> {
            if (wanted.test(key, doubt)) {
                those.add(new Noted<>(key, doubt.number()));
            }
        };
        doubts.forEach(collect);
        return those;
    }
}
