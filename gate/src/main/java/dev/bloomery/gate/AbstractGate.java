package dev.bloomery.gate;

import dev.bloomery.AddableFilter;
import dev.bloomery.FilterInfo;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What {@link Gate} and {@link LoadingGate} have in common: state, rebuilds, tickets, statistics.
 *
 * @param <K> the type of the keys
 * @param <V> what a lookup finds
 */
abstract sealed class AbstractGate<K, V> implements AutoCloseable permits Gate, LoadingGate {
    final Core<K> core;
    final Answers<K, V> answers;
    final GateSettings<K> settings;
    private final KeyScan<K> scan;
    private final ReentrantLock rebuilding = new ReentrantLock();
    private final LongAdder rebuilds = new LongAdder();
    private final LongAdder stateChanges = new LongAdder();
    private final KeyFeed.Subscription feed;
    private volatile Runnable schedule = () -> {};
    private volatile @Nullable FppWatch fppWatch;
    private volatile long rebuiltNanos;

    AbstractGate(GateSettings<K> settings, KeyScan<K> scan, Answers<K, V> answers) {
        this.settings = settings;
        this.scan = scan;
        this.answers = answers;
        this.core = settings.newCore();
        KeyFeed<K> given = settings.writers.feed();
        this.feed = given == null ? () -> {} : given.subscribe(new FeedReceiver<>(core, this::markIncomplete));
    }

    /** What can begin only when the gate is there. */
    final void start() {
        RebuildPolicy policy = settings.policy;
        if (policy != null) {
            schedule = policy.scheduler.schedule(this::rebuildIfDue, policy.checkEvery);
        }
    }

    /** Whether a write with a known outcome settles doubts. */
    abstract boolean settlesDoubts();

    /** Whether the store has the key, past everything else. */
    abstract boolean isStored(K key);

    // lookups

    /** Whether the filter alone can say that the key is not there. The first steps of a {@link Lookup}, without an object for it. */
    final boolean isNo(K key) {
        View<K> view = core.views.get();
        Generation<K> current = view.current();
        if (view.isActive() && current != null && !current.mightContain(key) && core.views.isStill(view)) {
            core.counts.answeredByFilter.increment();
            return true;
        }
        return false;
    }

    /** All the rest. */
    final Optional<V> lookUp(K key) {
        Lookup<K, V> lookup = new Lookup<>(core, answers, key);
        lookup.run();
        Optional<V> found = lookup.result();
        if (found.isEmpty()) {
            watchFpp();
        }
        return found;
    }

    final void watchFpp() {
        FppWatch watch = fppWatch;
        if (watch != null && watch.mustTell(settings.alarmMultiple, settings.alarmObservations)) {
            settings.listener.fppAlarm(watch.measuredFpp(), watch.promisedFpp());
        }
    }

    final <T> CompletionStage<T> later(Supplier<T> task) {
        return CompletableFuture.supplyAsync(task, settings.executor);
    }

    // writes

    /**
     * Begins a transaction of the caller; see {@link WriteTicket}.
     *
     * @return the ticket, to be told the outcome
     */
    public final WriteTicket<K> beginWrite() {
        return new WriteTicket<>(core, settlesDoubts());
    }

    /**
     * Keys of which a write is in doubt: they are in every filter until they are settled. Keys without value equality, such as arrays, are not
     * among them.
     *
     * @return a copy
     */
    public final Set<K> inDoubt() {
        return core.inDoubt.comparable();
    }

    /**
     * Says that every write of the key whose outcome was not known has ended, one way or the other.
     *
     * @param key the key
     */
    public final void settle(K key) {
        core.settle(Objects.requireNonNull(key, "key"));
    }

    // completeness

    /**
     * The state.
     *
     * @return of this moment
     */
    public final GateState state() {
        return core.views.get().state();
    }

    /**
     * Says that the store was written past this gate. From the return on every lookup asks the store, until a rebuild that begins later is
     * done. For writes that are still to come use {@link #bypass}.
     */
    public final void markIncomplete() {
        tellIfChanged(core.views.degrade());
    }

    /**
     * Begins a time in which the store is written past this gate. From the return on every lookup asks the store, until the bypass is closed and a
     * rebuild is done.
     *
     * @return to be closed when those writes are over
     */
    public final Bypass<K> bypass() {
        return new Bypass<>(core, this::markIncomplete);
    }

    private void tellIfChanged(GateState before) {
        GateState now = state();
        if (now != before) {
            stateChanges.increment();
            settings.listener.stateChanged(now);
        }
    }

    /**
     * Scans the store for keys that the filter does not know. If there are any the gate is marked incomplete: somebody has written past it.
     *
     * @return what was found; nothing is looked for while there is no filter
     */
    public final AuditReport audit() {
        AuditReport report = new Audit<>(core, this::isStored).run(scan);
        if (report.missing() > 0) {
            markIncomplete();
        }
        return report;
    }

    /**
     * Builds a new filter from the store while lookups and writes go on, and lets it answer. The first one is the warm-up: before it every lookup
     * asks the store. Of several calls at the same time one runs after the other.
     *
     * @return what was done
     * @throws RebuildException if it was given up; everything is as before
     */
    public final RebuildReport rebuild() {
        return rebuild(keys -> {});
    }

    /**
     * {@link #rebuild()} with progress.
     *
     * @param progress hears how many keys were scanned so far, on this thread; what it throws ends the rebuild
     * @return what was done
     */
    public final RebuildReport rebuild(LongConsumer progress) {
        Objects.requireNonNull(progress, "progress");
        rebuilding.lock();
        try {
            return rebuildAlone(progress);
        } catch (RuntimeException problem) {
            settings.listener.rebuildFailed(problem);
            throw problem;
        } finally {
            rebuilding.unlock();
        }
    }

    private RebuildReport rebuildAlone(LongConsumer progress) {
        GateState before = state();
        Generation<K> next = settings.newGeneration();
        Rebuild<K> rebuild = new Rebuild<>(core, Rebuild.ORDER, next, scan, progress, settings.longestDrain.toNanos());
        rebuild.run();
        RebuildReport report = rebuild.result();
        fppWatch = new FppWatch(core.counts, next.promisedFpp());
        rebuiltNanos = core.nanoTime.getAsLong();
        rebuilds.increment();
        tellIfChanged(before);
        settings.listener.rebuilt(report);
        return report;
    }

    /**
     * {@link #rebuild()} with filters of another size or kind, now and from now on.
     *
     * @param filters makes an empty filter for each rebuild
     * @return what was done
     */
    public final RebuildReport rebuildWith(Supplier<? extends AddableFilter<K>> filters) {
        Objects.requireNonNull(filters, "filters");
        rebuilding.lock();
        try {
            settings.filters = filters;
            return rebuild();
        } finally {
            rebuilding.unlock();
        }
    }

    /**
     * {@link #rebuild(LongConsumer)} on the executor of this gate.
     *
     * @param progress hears how many keys were scanned so far
     * @return what was done, when it is
     */
    public final CompletionStage<RebuildReport> rebuildInBackground(LongConsumer progress) {
        return later(() -> rebuild(progress));
    }

    private void rebuildIfDue() {
        if (isRebuildDue() && !rebuilding.isLocked()) {
            try {
                RebuildReport unused = rebuild();
            } catch (RuntimeException told) {
                // the listener has heard of it, and it is tried again at the next look
            }
        }
    }

    private boolean isRebuildDue() {
        View<K> view = core.views.get();
        Generation<K> current = view.current();
        RebuildPolicy policy = settings.policy;
        FppWatch watch = fppWatch;
        if (policy == null || view.state() == GateState.CLOSED) {
            return false;
        }
        if (current == null || watch == null) {
            return true;
        }
        Duration every = policy.every;
        return (every != null && core.nanoTime.getAsLong() - rebuiltNanos >= every.toNanos())
                || watch.passes(policy.fppMultiple, settings.alarmObservations)
                || isFilledTo(policy.filledTo, current);
    }

    private static boolean isFilledTo(double share, Generation<?> current) {
        if (share == Double.POSITIVE_INFINITY) {
            return false;
        }
        FilterInfo info = current.filter().info();
        return info.insertions() > share * info.capacity();
    }

    /**
     * What was counted so far.
     *
     * @return a picture of this moment
     */
    public final GateStatistics statistics() {
        GateCounts counts = core.counts;
        FppWatch watch = fppWatch;
        long byFilter = counts.answeredByFilter.sum();
        long byMemory = counts.answeredByMemory.sum();
        long shared = counts.shared.sum();
        long asked = counts.asked.sum();
        long storeNanos = counts.storeNanos.sum();
        double meanNanos = asked == 0 ? 0 : (double) storeNanos / asked;
        return new GateStatistics(
                state(),
                byFilter + byMemory + shared + asked,
                byFilter,
                byMemory,
                shared,
                asked,
                counts.storeCalls.sum(),
                counts.falsePositives.sum(),
                watch == null ? Double.NaN : watch.measuredFpp(),
                watch == null ? Double.NaN : watch.promisedFpp(),
                storeNanos,
                (long) (meanNanos * (byFilter + byMemory)),
                core.inDoubt.size(),
                rebuilds.sum(),
                stateChanges.sum());
    }

    /** Ends the gate: a rebuild that runs is given up, lookups and writes that begin later are refused. The store is left alone. */
    @Override
    public final void close() {
        GateState before = core.views.close();
        if (before != GateState.CLOSED) {
            schedule.run();
            feed.cancel();
            tellIfChanged(before);
        }
    }
}
