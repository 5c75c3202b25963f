package dev.bloomery.internal.capacity;

import dev.bloomery.capacity.CapacityEvent;
import dev.bloomery.capacity.FilterFullException;
import dev.bloomery.internal.check.Figures;
import dev.bloomery.internal.geometry.Limits;
import dev.bloomery.internal.geometry.Search;
import dev.bloomery.spec.FilterSpec;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Looks at the count of a filter of fixed size when the count asks for it, and does what the rule says. Adds pay for it with
 * one read of a flag.
 *
 * <p>It acts on what the count proves, see {@link CapacityGauge}: so the filter takes as many distinct keys as its capacity, and nobody hears
 * of a level, or of a target that was passed, by chance. It follows that it may act a little late.
 */
public final class CapacityWatch {
    /** An FPP that is above the target by less than this is no news. */
    private static final double NEWS = 1.01;

    private final CapacityRule rule;
    private final FilterSpec spec;
    private final CapacityGauge gauge;
    /** The count that proves that there are as many keys as the capacity. */
    private final long fullAt;
    /** The count that proves that there are as many keys as the level says. */
    private final long levelAt;

    private final boolean rejects;

    private final AtomicBoolean levelTold = new AtomicBoolean();
    private final AtomicBoolean targetTold = new AtomicBoolean();
    private final AtomicBoolean stuckTold = new AtomicBoolean();
    private volatile boolean full;
    /** Below this count there is nothing to do, unless the filter is full. Plain: who reads an old one only asks too often. */
    private long dueAt;
    /** The least number of keys whose FPP is above the target; found when it is first needed. */
    private volatile long keysAboveTarget = -1;
    /** The count that proves that there are so many. */
    private volatile long targetPassedAt;

    public CapacityWatch(CapacityRule rule, FilterSpec spec, CapacityGauge gauge) {
        this.rule = rule;
        this.spec = spec;
        this.gauge = gauge;
        this.rejects = rule.rejects();
        this.fullAt = gauge.proving(spec.capacity());
        long levelKeys = (long) Math.ceil(rule.level() * spec.capacity());
        this.levelAt = Math.max(1, levelKeys == spec.capacity() ? fullAt : Math.min(fullAt, gauge.proving(levelKeys)));
        reset();
    }

    /** For a copy of the filter: what was told of the original is not told again. */
    public CapacityWatch copy() {
        CapacityWatch copy = new CapacityWatch(rule, spec, gauge);
        copy.levelTold.set(levelTold.get());
        copy.targetTold.set(targetTold.get());
        copy.stuckTold.set(stuckTold.get());
        copy.full = full;
        copy.dueAt = dueAt;
        return copy;
    }

    public CapacityRule rule() {
        return rule;
    }

    /** Whether new keys are refused. */
    public boolean full() {
        return rejects && full;
    }

    public FilterFullException refusal() {
        return new FilterFullException("the filter has its " + Figures.of(spec.capacity())
                + " keys and was told to reject more; build a larger one, or one that grows");
    }

    /** Throws if a total with this count may not be, because it has more keys than the capacity for certain. */
    public void checkTotal(long count) {
        if (rejects && count >= gauge.proving(spec.capacity() + 1)) {
            throw new FilterFullException("together the filters have more keys than the capacity of "
                    + Figures.of(spec.capacity())
                    + ", and this one was told to reject that; merge into a larger one");
        }
    }

    /** Below this count there is nothing to {@link #inspect}, unless the filter is full. */
    public long dueAt() {
        return dueAt;
    }

    /** Does what is due at the count. */
    public void inspect(CapacityCount count) {
        long now = count.known();
        if (now < levelAt && !full) {
            return;
        }
        if (rejects) {
            updateFull(count);
        }
        if (now >= levelAt && levelTold.compareAndSet(false, true)) {
            dueAt = fullAt;
            rule.tell(new CapacityEvent.LevelReached(count.insertions(), spec.capacity(), rule.level()), "");
        }
        if (now <= fullAt) {
            return; // no more than the capacity, as far as is known
        }
        if (!rejects) {
            dueAt = targetTold.get() ? Long.MAX_VALUE : targetPassedAt();
        }
        if (!targetTold.get() && now >= targetPassedAt() && targetTold.compareAndSet(false, true)) {
            tellTarget(now, count.insertions());
        }
    }

    /** Whether somebody would hear of a stuck counter. */
    public boolean hearsOfStuck() {
        return rule.listener() != null && !stuckTold.get();
    }

    /** Tells, once, that so many counters are stuck, unless they are none. */
    public void tellStuck(long counters, CapacityCount count) {
        if (counters > 0 && stuckTold.compareAndSet(false, true)) {
            rule.tell(new CapacityEvent.CounterStuck(count.insertions(), counters), "");
        }
    }

    private void tellTarget(long count, long insertions) {
        long keys = Math.max(keysAboveTarget, gauge.keys(count));
        double fpp = gauge.fpp(keys);
        rule.tell(
                new CapacityEvent.TargetPassed(insertions, fpp, spec.targetFpp()),
                "a filter for " + Figures.of(spec.capacity()) + " keys has more, " + Figures.of(keys)
                        + " or so: its FPP is about " + Figures.of(fpp) + ", more than the "
                        + Figures.of(spec.targetFpp())
                        + " asked for; build a larger one, or one that grows");
    }

    private long targetPassedAt() {
        if (keysAboveTarget < 0) {
            long keys = Search.smallest(
                    spec.capacity() + 1, n -> gauge.fpp(n) > NEWS * spec.targetFpp() || n > Limits.MAX_CAPACITY);
            keys = Math.max(keys, spec.capacity() + 1);
            targetPassedAt = keys > Limits.MAX_CAPACITY ? Long.MAX_VALUE : gauge.proving(keys);
            keysAboveTarget = keys;
        }
        return targetPassedAt;
    }

    /** One at a time, with a count read inside: an old count must not overwrite what a newer one said. */
    private synchronized void updateFull(CapacityCount count) {
        full = count.known() >= fullAt;
    }

    /** The filter is empty again. */
    public final void reset() {
        levelTold.set(false);
        targetTold.set(false);
        stuckTold.set(false);
        full = fullAt == 0 && rejects;
        dueAt = levelAt;
    }
}
