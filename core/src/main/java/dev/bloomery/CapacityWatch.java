package dev.bloomery;

import dev.bloomery.internal.geometry.FppModel;
import dev.bloomery.internal.geometry.Limits;
import dev.bloomery.internal.geometry.Search;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/**
 * Looks at the count of a filter of fixed size when the count asks for it, and does what the rule says. Adds pay for it with
 * one read of a flag.
 */
final class CapacityWatch {
    /** By chance a filter of as many keys as it was made for has a little more bits set than on average: that is no news. */
    private static final double CHANCE = 1.01;

    private final CapacityRule rule;
    private final FilterSpec spec;
    private final FppModel model;
    private final boolean countsNewKeys;
    /** The count at which the filter is full. */
    private final long fullAt;
    /** The count at which the level is reached. */
    private final long level;

    private final boolean rejects;

    private final AtomicBoolean levelTold = new AtomicBoolean();
    private final AtomicBoolean targetTold = new AtomicBoolean();
    private volatile boolean full;
    /** Below this count there is nothing to do, unless the filter is full. Plain: who reads an old one only asks too often. */
    private long dueAt;
    /** The count at which the target is passed; found when it is first needed. */
    private volatile long targetPassedAt = -1;

    /** @param countsNewKeys whether the count is of keys that were new when they came, and not of all distinct ones */
    CapacityWatch(CapacityRule rule, FilterSpec spec, FppModel model, boolean countsNewKeys) {
        this.rule = rule;
        this.spec = spec;
        this.model = model;
        this.countsNewKeys = countsNewKeys;
        this.rejects = rule.rejects();
        this.fullAt = countAt(spec.capacity());
        this.level = Math.max(1, (long) Math.ceil(rule.level() * fullAt));
        reset();
    }

    /** What the count is expected to be after so many distinct keys. */
    private long countAt(long keys) {
        return countsNewKeys ? Math.round(model.newAmong(keys)) : keys;
    }

    /** For a copy of the filter: what was told of the original is not told again. */
    CapacityWatch copy() {
        CapacityWatch copy = new CapacityWatch(rule, spec, model, countsNewKeys);
        copy.levelTold.set(levelTold.get());
        copy.targetTold.set(targetTold.get());
        copy.full = full;
        copy.dueAt = dueAt;
        return copy;
    }

    CapacityRule rule() {
        return rule;
    }

    /** Whether new keys are refused. */
    boolean full() {
        return rejects && full;
    }

    FilterFullException refusal() {
        return new FilterFullException("the filter has its " + spec.capacity()
                + " keys and was told to reject more; build a larger one, or one that grows");
    }

    /** Throws if a total of so many keys may not be. */
    void checkTotal(long insertions) {
        if (rejects && insertions > spec.capacity()) {
            throw new FilterFullException(
                    "together the filters have about " + insertions + " keys, more than the capacity of "
                            + spec.capacity() + ", and this one was told to reject that; merge into a larger one");
        }
    }

    /** Below this count there is nothing to {@link #inspect}, unless the filter is full. */
    long dueAt() {
        return dueAt;
    }

    /** Does what is due at as many keys as {@code count} says. */
    void inspect(LongSupplier count) {
        long insertions = count.getAsLong();
        if (insertions < level && !full) {
            return;
        }
        if (rejects) {
            updateFull(count);
        }
        long capacity = spec.capacity();
        if (insertions >= level && levelTold.compareAndSet(false, true)) {
            dueAt = fullAt;
            rule.tell(new CapacityEvent.LevelReached(insertions, capacity, rule.level()), "");
        }
        if (insertions <= fullAt) {
            return;
        }
        if (!rejects) {
            dueAt = targetTold.get() ? Long.MAX_VALUE : targetPassedAt();
        }
        if (!targetTold.get() && insertions > targetPassedAt() && targetTold.compareAndSet(false, true)) {
            double fpp = model.fpp(countsNewKeys ? model.keysAfter(insertions) : insertions);
            rule.tell(
                    new CapacityEvent.TargetPassed(insertions, fpp, spec.targetFpp()),
                    "a filter for " + capacity + " keys has " + insertions + ": its FPP is about " + fpp
                            + ", more than the " + spec.targetFpp()
                            + " asked for; build a larger one, or one that grows");
        }
    }

    private long targetPassedAt() {
        if (targetPassedAt < 0) {
            long keys = Search.smallest(
                    spec.capacity() + 1, n -> model.fpp(n) > CHANCE * spec.targetFpp() || n > Limits.MAX_CAPACITY);
            targetPassedAt = countAt(keys);
        }
        return targetPassedAt;
    }

    /** One at a time, with a count read inside: an old count must not overwrite what a newer one said. */
    private synchronized void updateFull(LongSupplier count) {
        full = count.getAsLong() >= fullAt;
    }

    /** The filter is empty again. */
    final void reset() {
        levelTold.set(false);
        targetTold.set(false);
        full = fullAt == 0 && rejects;
        dueAt = level;
    }
}
