package dev.bloomery.gate;

import dev.bloomery.gate.internal.generation.Generation;
import dev.bloomery.gate.internal.guard.WriteRights;
import dev.bloomery.gate.internal.protocol.Audit;
import dev.bloomery.gate.internal.protocol.FeedReceiver;
import dev.bloomery.gate.internal.protocol.Lookup;
import dev.bloomery.gate.internal.protocol.Rebuild;
import dev.bloomery.gate.internal.protocol.SelfRebuild;
import dev.bloomery.gate.internal.state.CountedAnswers;
import dev.bloomery.gate.internal.state.EndedDoubts;
import dev.bloomery.gate.internal.state.GateCore;
import dev.bloomery.gate.internal.state.GateProblems;
import dev.bloomery.gate.internal.state.GateView;
import dev.bloomery.gate.internal.state.ProblemLog;
import dev.bloomery.gate.internal.state.RebuildAttempt;
import dev.bloomery.gate.report.AuditReport;
import dev.bloomery.gate.report.GateInfo;
import dev.bloomery.gate.report.GateProblem;
import dev.bloomery.gate.report.GateQuickInfo;
import dev.bloomery.gate.report.GateState;
import dev.bloomery.gate.report.GateStatistics;
import dev.bloomery.gate.report.RebuildException;
import dev.bloomery.gate.report.RebuildReport;
import dev.bloomery.gate.store.KeyFeed;
import dev.bloomery.gate.store.KeyScan;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What {@link Gate}, {@link OwnerGate} and {@link LoadingGate} have in common: state, rebuilds, tickets, statistics.
 *
 * @param <K> the type of the keys
 * @param <V> what a lookup finds
 */
abstract sealed class AbstractGate<K, V> implements AutoCloseable permits StoreGate, LoadingGate {
    final GateCore<K> core;
    private final Lookup<K, V> lookups;
    final CountedAnswers<K, V> answers;
    final GateSettings<K> settings;
    private final KeyScan<K> scan;
    private final ReentrantLock rebuilding = new ReentrantLock();
    private final KeyFeed.Subscription feed;
    final ProblemLog problems;
    private final GateListener listener;
    private final GateMeter<K> meter;
    final EndedDoubts<K> doubts;
    private final Executor lookupExecutor;
    private final Executor rebuildExecutor;
    private final SelfRebuild selfRebuild;
    /** Hears how far rebuilds by itself are. */
    private volatile LongConsumer selfRebuildProgress = keys -> {};
    /** Requests for a rebuild by itself so far. */
    private final AtomicLong rebuildRequests = new AtomicLong();
    /** Requests that came before the last completed rebuild began; changed under {@link #rebuilding}. */
    private volatile long fulfilledRequests;

    private volatile Runnable schedule = () -> {};
    private final AtomicBoolean closed = new AtomicBoolean();
    /** Begins and ends every write. */
    final WriteRights rights;

    private final @Nullable GateGuard<K> guard;

    AbstractGate(GateSettings<K> settings, KeyScan<K> scan, CountedAnswers<K, V> answers) {
        this.settings = settings;
        this.scan = scan;
        this.answers = answers;
        Generation<K> first = settings.firstGeneration();
        this.core = settings.newCore(first);
        this.lookups = new Lookup<>(core, answers);
        this.problems = new ProblemLog(settings.name.inLog());
        this.listener = settings.listener();
        this.meter = new GateMeter<>(core, answers, settings, listener, problems);
        this.lookupExecutor = settings.lookupExecutor();
        this.rebuildExecutor = settings.rebuildExecutor();
        this.doubts = new EndedDoubts<>(core, settings.doubtsEndAfterNanos);
        this.selfRebuild = new SelfRebuild(
                new Mending(), rebuildExecutor, settings.later(), settings.retryPauses, settings.nanoTime);
        core.rebuildBy(this::rebuildWithoutKeptKeys);
        this.guard = GateGuard.of(this, scan);
        this.rights = guard == null ? WriteRights.ALWAYS : guard.rights();
        KeyFeed<K> given = settings.writers.feed();
        this.feed = subscribe(given);
        if (given != null) {
            core.hearOthersBy(feed);
        }
    }

    private KeyFeed.Subscription subscribe(@Nullable KeyFeed<K> given) {
        if (given == null) {
            return () -> {};
        }
        try {
            return given.subscribe(new FeedReceiver<>(core, this::markIncomplete));
        } catch (RuntimeException | Error problem) {
            settings.generations.close(null); // nobody will close this gate
            throw problem;
        }
    }

    /** What can begin only when the gate is there. */
    final void start() {
        if (guard != null) {
            guard.start();
        }
        Generation<K> first = core.views.get().unchecked();
        if (first != null && !core.views.othersMayWrite()) {
            try {
                checkFirst(first);
            } catch (RuntimeException problem) {
                report(GateProblems.uncheckedFilter(problem));
                selfRebuild.request();
            }
        }
        RebuildPolicy policy = settings.policy;
        if (policy != null) {
            schedule = policy.scheduler.schedule(this::rebuildIfDue, policy.checkEvery);
        }
    }

    /**
     * Looks whether the filter of the process before has a few keys of the store, and lets it answer if it has. Keys that are written meanwhile do not confuse it,
     * see {@link Audit}.
     *
     * @throws RuntimeException if the store cannot be asked; then nothing has changed
     */
    private void checkFirst(Generation<K> first) {
        List<K> sample = settings.sampledKeys == 0 ? List.of() : scan.sample(settings.sampledKeys);
        AuditReport report = new Audit<>(core, this::isStored).run(sink -> {
            sample.forEach(sink);
            return sample.size();
        });
        if (report.missing() > 0) {
            if (core.views.reject(first)) {
                first.discard();
                report(GateProblems.wrongFilter());
            }
        } else if (core.views.activate(first)) {
            meter.hasBegun(first);
            problems.end();
            if (first.keepsAll() && settings.lateWrites.isZero()) {
                rebuildWithoutKeptKeys(); // it was so when the last process ended
            }
        }
    }

    private void rebuildWithoutKeptKeys() {
        report(GateProblems.keysKept());
        rebuildByItself();
    }

    final void report(GateProblem problem) {
        problems.log(problem, null);
        listener.problemFound(problem);
    }

    /** Warms up in the background, unless it is active at once. What is wrong with the description of its filters is thrown here. */
    final void warmUp(LongConsumer progress) {
        selfRebuildProgress = progress;
        GateView<K> view = core.views.get();
        if (view.state() == GateState.BUILDING && view.unchecked() == null) {
            settings.prepareGeneration();
            rebuildByItself();
        }
    }

    /** Rebuilds in the background, again and again until one rebuild is completed. */
    final void rebuildByItself() {
        long unused = rebuildRequests.incrementAndGet();
        if (!core.views.othersMayWrite()) {
            selfRebuild.request();
        }
    }

    /** Others write no more: does what had to wait for that, but not on this thread, which has to go on looking for others. */
    final void mendWhenAlone(boolean rebuild) {
        if (rebuild) {
            long unused = rebuildRequests.incrementAndGet();
        }
        if (isMendingWanted()) {
            Runnable unused = settings.later().run(selfRebuild::request, Duration.ZERO);
        }
    }

    /** A filter is checked, or rebuilt, only while nobody else writes. */
    private boolean isMendingWanted() {
        GateView<K> view = core.views.get();
        return !core.views.othersMayWrite()
                && (view.unchecked() != null || (isRebuildRequested() && view.state() != GateState.CLOSED));
    }

    /** The gate when it is warm: by the filter of the process before, if that is right, or by a rebuild. */
    final void warmUpNow(LongConsumer progress) {
        lockRebuilding();
        try {
            if (guard != null) {
                guard.awaitAlone(settings.longestDrain);
                checkAgain();
            }
            if (state() != GateState.ACTIVE) {
                RebuildReport unused = rebuild(progress);
            }
        } finally {
            rebuilding.unlock();
        }
    }

    private boolean isRebuildRequested() {
        return rebuildRequests.get() > fulfilledRequests;
    }

    private final class Mending implements SelfRebuild.Target {
        @Override
        public boolean isWanted() {
            return isMendingWanted();
        }

        @Override
        public void rebuild() {
            rebuilding.lock();
            try {
                checkAgain();
                if (isWanted()) { // somebody else may just have done it
                    RebuildReport unused = AbstractGate.this.rebuild(selfRebuildProgress);
                }
            } finally {
                rebuilding.unlock();
            }
        }

        @Override
        public void failed(Throwable problem) {
            boolean unchecked = core.views.get().unchecked() != null;
            problems.log(
                    unchecked ? GateProblems.uncheckedFilter(problem) : GateProblems.rebuildFailed(problem), problem);
        }
    }

    /** If the store could not be asked when this gate was opened: asks it now. A filter that does not belong to the store is replaced. */
    private void checkAgain() {
        Generation<K> first = core.views.get().unchecked();
        if (first != null) {
            checkFirst(first);
            if (state() == GateState.BUILDING) {
                long unused = rebuildRequests.incrementAndGet();
            }
            tellIfChanged(GateState.BUILDING);
        }
    }

    /** Whether a write with a known outcome settles doubts. */
    abstract boolean settlesDoubts();

    /** Whether the store has the key, past everything else. */
    abstract boolean isStored(K key);

    // lookups

    /** The view whose filter took the key for present; null: the key is not there. See {@link Lookup#viewUnlessAbsent}. */
    final @Nullable GateView<K> viewUnlessAbsent(K key) {
        return lookups.viewUnlessAbsent(key);
    }

    /** @param ownLookup whether the caller answers for himself what the filter does not */
    final @Nullable GateView<K> viewUnlessAbsent(K key, boolean ownLookup) {
        return lookups.viewUnlessAbsent(key, ownLookup);
    }

    /**
     * Whether the key is not there for certain, by the filter alone: the store is not asked, nothing is
     * waited for, and nothing is counted. Under the same rules as a no of a
     * lookup; false says nothing. It is false for every key while the gate is not {@link GateState#ACTIVE},
     * or its feed is late.
     *
     * @param key the key
     * @return true: it was not there at some moment of this call
     */
    public final boolean isCertainlyAbsent(K key) {
        return lookups.isCertainlyAbsent(Objects.requireNonNull(key, "key"));
    }

    /** Does what is left of a lookup after {@link #viewUnlessAbsent}. */
    final Optional<V> finishLookup(K key, GateView<K> tested) {
        Optional<V> found = lookups.finish(key, tested);
        if (found.isEmpty()) {
            watchFpp();
        }
        return found;
    }

    /** The keys without doubles, in their order; none of them is null. */
    static <K> Set<K> distinct(Collection<? extends K> keys) {
        Set<K> distinct = new LinkedHashSet<>();
        for (K key : Objects.requireNonNull(keys, "keys")) {
            distinct.add(Objects.requireNonNull(key, "key"));
        }
        return distinct;
    }

    final void watchFpp() {
        meter.watchFpp();
    }

    final <T> CompletionStage<T> later(Supplier<T> task) {
        return CompletableFuture.supplyAsync(task, lookupExecutor);
    }

    // writes

    /**
     * Begins a transaction of the caller; see {@link WriteTicket}.
     *
     * @return the ticket, to be told the outcome
     */
    public final WriteTicket<K> beginWrite() {
        doubts.settleDue();
        return new WriteTicket<>(core, settlesDoubts(), rights);
    }

    /**
     * Keys of which a write is in doubt: they are in every filter until they are settled. Keys without value equality, such as arrays, are not
     * among them.
     *
     * @return a copy
     */
    public final Set<K> inDoubt() {
        doubts.settleDue();
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

    /**
     * Says that every write through this gate whose outcome was not known, and whose call returned longer ago
     * than this, has ended one way or the other. What you say must
     * be true: a write that takes effect later can be lost to the filter, and its key get a wrong <i>no</i>.
     * For a store that can execute a command late, the time
     * must cover what keeps it late: time-outs of the client and of the network, queues of a proxy.
     *
     * <p>A delete that is on its way in this moment takes nothing out of the filter; its key is then a false
     * positive until the next rebuild.
     *
     * @param time how long ago, zero or more
     * @return how many keys, and owners as a whole, are no longer in doubt
     */
    public final int settleOlderThan(Duration time) {
        return doubts.settleOlderThan(GateSettings.nanos(GateSettings.notNegative("time", time)));
    }

    // completeness

    /**
     * The name that the builder was given.
     *
     * @return the name; empty if it was given none
     */
    public final Optional<String> name() {
        return settings.name.given();
    }

    /**
     * The state.
     *
     * @return of this moment
     */
    public final GateState state() {
        return core.views.get().state();
    }

    /**
     * The filter that answers, in numbers: how many keys it holds, of how many, in how much memory. After a rebuild that failed it is the one of before. It reads
     * the whole filter, as {@link dev.bloomery.MembershipFilter#info} does.
     *
     * @return the numbers of this moment; empty while there is no filter: before the first rebuild, after a bypass, and when the gate is closed
     */
    public final Optional<GateInfo> info() {
        return meter.info();
    }

    /**
     * The filter that answers, in a few numbers, by a look that takes the same time however large it is: some
     * tenths of a millisecond at most, see
     * {@link dev.bloomery.AddableFilter#quickInfo}; for an {@link OwnerGate} a look at the counts of 64
     * parts, each of which may be waiting for the disk.
     *
     * @return the numbers of this moment; empty while there is no filter, as for {@link #info}
     */
    public final Optional<GateQuickInfo> quickInfo() {
        return meter.quickInfo();
    }

    /**
     * The FPP of the filter that answers, by formula for the keys that it has now; see {@link AnyGate#expectedFpp}.
     *
     * @return a probability; empty while there is no filter, as for {@link #info}
     */
    public final OptionalDouble expectedFpp() {
        return meter.expectedFpp();
    }

    /**
     * Says that the store was written past this gate. From the return on every lookup asks the store, until a rebuild that begins later is
     * done. For writes that are still to come use {@link #bypass}.
     *
     * @throws java.io.UncheckedIOException if filters are durable and it cannot be noted on the disk; then the gate is closed
     */
    public final void markIncomplete() {
        giveUp(core.views::degrade);
    }

    /** Leaves all filters, by a way that says what there was before. */
    final void giveUp(Supplier<GateView<K>> degrade) {
        GateState before = state();
        try {
            GateView<K> given = degrade.get();
            Generation<K> current = given.current();
            if (current != null && given.state() != GateState.CLOSED) {
                current.discard();
            }
        } finally {
            tellIfChanged(before);
        }
    }

    /** Somebody writes the store and does not tell this gate: a write has proved that this generation lacks a key. */
    final void foreignWriteFound(Generation<K> incomplete) {
        GateState before = state();
        boolean first;
        try {
            first = core.views.degradeIfCurrent(incomplete);
        } finally {
            tellIfChanged(before);
        }
        if (first) {
            incomplete.discard();
            report(GateProblems.foreignWrite());
            rebuildByItself();
        }
    }

    /**
     * Begins a time in which the store is written past this gate. From the return on every lookup asks the store, until the bypass is closed and a
     * rebuild is done.
     *
     * @return to be closed when those writes are over
     */
    public final Bypass<K> bypass() {
        return new Bypass<>(core, this::markIncomplete, rights);
    }

    private void tellIfChanged(GateState before) {
        GateState now = state();
        if (now != before) {
            meter.stateChanged(before, now);
            listener.stateChanged(now);
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
        lockRebuilding();
        RebuildAttempt attempt = meter.rebuildBegins();
        try {
            return rebuildAlone(progress, attempt);
        } catch (RuntimeException problem) {
            noteFailed(attempt, problem);
            listener.rebuildFailed(problem);
            throw problem;
        } catch (Error problem) {
            noteFailed(attempt, problem);
            listener.rebuildFailed(new RebuildException(
                    "the rebuild was ended by an Error, see the cause; the gate is as before", problem));
            throw problem;
        } finally {
            rebuilding.unlock();
        }
    }

    private void noteFailed(RebuildAttempt attempt, Throwable problem) {
        attempt.failed(problem);
        problems.note(GateProblems.rebuildFailed(problem));
    }

    private void lockRebuilding() {
        try {
            rebuilding.lockInterruptibly();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new RebuildException("the thread was interrupted while it waited for another rebuild; rebuild again");
        }
    }

    private RebuildReport rebuildAlone(LongConsumer progress, RebuildAttempt attempt) {
        GateView<K> view = core.views.get();
        view.requireOpen();
        if (guard != null) {
            guard.awaitAlone(settings.longestDrain);
            view = core.views.get();
        }
        GateState before = view.state();
        doubts.settleDue();
        long requests = rebuildRequests.get(); // one that comes later may be about what this rebuild does not mend
        Generation<K> next = settings.newGeneration();
        RebuildReport report = fill(next, progress);
        Generation<K> last = view.current();
        if (last != null) {
            last.discard();
        }
        meter.hasBegun(next);
        fulfilledRequests = requests;
        if (core.views.get().current() == next) {
            problems.end();
        }
        attempt.completed(report);
        tellIfChanged(before);
        listener.rebuilt(report);
        return report;
    }

    /** Fills the generation, and lets it answer; it is let go of if that fails. */
    private RebuildReport fill(Generation<K> next, LongConsumer progress) {
        try {
            return new Rebuild<>(core, next, scan, progress, settings.longestDrain.toNanos()).run();
        } catch (RuntimeException | Error problem) {
            next.discard();
            throw problem;
        }
    }

    /** {@link #rebuild()} with something else, now and from now on. */
    final RebuildReport rebuildAfter(Runnable change) {
        lockRebuilding();
        try {
            change.run();
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
        Objects.requireNonNull(progress, "progress");
        return CompletableFuture.supplyAsync(() -> rebuild(progress), rebuildExecutor);
    }

    /** Throws nothing: a scheduler would not call it again. */
    private void rebuildIfDue() {
        try {
            doubts.settleDue();
            if (isRebuildDue() && !rebuilding.isLocked()) {
                checkAgain();
            }
            if (isRebuildDue() && !rebuilding.isLocked()) {
                RebuildReport unused = rebuild();
            }
        } catch (Throwable problem) {
            problems.log(GateProblems.rebuildFailed(problem), problem); // and the next look tries it again
        }
    }

    private boolean isRebuildDue() {
        GateView<K> view = core.views.get();
        Generation<K> current = view.current();
        RebuildPolicy policy = settings.policy;
        if (policy == null || view.state() == GateState.CLOSED || core.views.othersMayWrite()) {
            return false;
        }
        return current == null || !view.isActive() || meter.isDue(policy, current);
    }

    /**
     * What was counted so far.
     *
     * @return a picture of this moment
     */
    public final GateStatistics statistics() {
        doubts.settleDue();
        return meter.statistics();
    }

    /** The name, if there is one, the state, and what is wrong; no keys. */
    @Override
    public final String toString() {
        return getClass().getSimpleName() + "[" + settings.name.inText() + state() + problems.text() + "]";
    }

    /**
     * Ends the gate: a rebuild that runs is given up, lookups and writes that begin later are refused. The store is left alone. Durable filters are
     * synced and closed; a write that has not added its key by then is refused.
     *
     * @throws RuntimeException if durable filters cannot be synced; the gate is closed all the same
     */
    @Override
    public final void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        GateView<K> before = core.views.close();
        selfRebuild.stop();
        try {
            endOthers();
        } finally {
            tellIfChanged(before.state());
            try {
                closeGenerations(before);
            } finally {
                if (guard != null) {
                    guard.close(); // last: a gate that comes finds the directory as it will be
                }
            }
        }
    }

    /** Ends what others run for this gate; whatever one of them throws, the other is ended as well. */
    private void endOthers() {
        try {
            schedule.run();
        } finally {
            feed.cancel();
        }
    }

    private void closeGenerations(GateView<K> before) {
        settings.discardPrepared();
        Generation<K> complete = null;
        try {
            Generation<K> current = before.current();
            if (current != null) {
                current.close();
                complete = before.state() == GateState.CLOSED ? null : current;
            }
        } finally {
            settings.generations.close(complete);
        }
    }
}
