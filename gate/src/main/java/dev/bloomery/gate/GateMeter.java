package dev.bloomery.gate;

import dev.bloomery.gate.internal.generation.Generation;
import dev.bloomery.gate.internal.jfr.GateEvents;
import dev.bloomery.gate.internal.state.CountedAnswers;
import dev.bloomery.gate.internal.state.FppWatch;
import dev.bloomery.gate.internal.state.GateCore;
import dev.bloomery.gate.internal.state.GateCounts;
import dev.bloomery.gate.internal.state.GateView;
import dev.bloomery.gate.internal.state.ProblemLog;
import dev.bloomery.gate.internal.state.RebuildAttempt;
import dev.bloomery.gate.internal.state.RebuildCounts;
import dev.bloomery.gate.report.GateInfo;
import dev.bloomery.gate.report.GateQuickInfo;
import dev.bloomery.gate.report.GateState;
import dev.bloomery.gate.report.GateStatistics;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a gate shows of itself in numbers: it counts what is not counted elsewhere, and puts all of it
 * together.
 */
final class GateMeter<K> {
    private final GateCore<K> core;
    private final CountedAnswers<K, ?> answers;
    private final GateSettings<K> settings;
    private final GateListener listener;
    private final ProblemLog problems;
    private final GateEvents events;
    private final RebuildCounts rebuilds = new RebuildCounts();
    private final LongAdder stateChanges = new LongAdder();
    private volatile @Nullable FppWatch fppWatch;
    private volatile long begunNanos;

    GateMeter(
            GateCore<K> core,
            CountedAnswers<K, ?> answers,
            GateSettings<K> settings,
            GateListener listener,
            ProblemLog problems) {
        this.core = core;
        this.answers = answers;
        this.settings = settings;
        this.listener = listener;
        this.problems = problems;
        this.events = settings.events();
    }

    /** The generation answers from now on. */
    void hasBegun(Generation<K> generation) {
        fppWatch = new FppWatch(core.counts, generation.promisedFpp());
        begunNanos = core.nanoTime.getAsLong();
        generation.hasBegun(begunNanos);
    }

    RebuildAttempt rebuildBegins() {
        return new RebuildAttempt(rebuilds, core.nanoTime, events);
    }

    void stateChanged(GateState before, GateState now) {
        stateChanges.increment();
        events.stateChanged(before, now);
    }

    /** Tells the listener, once for each generation, if more absent keys reach the store than promised. */
    void watchFpp() {
        FppWatch watch = fppWatch;
        if (watch != null && watch.mustTell(settings.alarmMultiple, settings.alarmObservations)) {
            listener.fppAlarm(watch.measured().fpp(), watch.promisedFpp());
        }
    }

    /** Whether the policy wants this generation, which answers, to be replaced. */
    boolean isDue(RebuildPolicy policy, Generation<K> current) {
        FppWatch watch = fppWatch;
        Duration every = policy.every;
        return watch == null
                || (every != null && core.nanoTime.getAsLong() - begunNanos >= every.toNanos())
                || watch.passes(policy.fppMultiple, settings.alarmObservations)
                || isFilledTo(policy.filledTo, current);
    }

    private static boolean isFilledTo(double share, Generation<?> current) {
        return share != Double.POSITIVE_INFINITY && current.isFilledTo(share);
    }

    Optional<GateInfo> info() {
        return ofAnswering(Generation::infoAt);
    }

    Optional<GateQuickInfo> quickInfo() {
        return ofAnswering(Generation::quickInfoAt);
    }

    OptionalDouble expectedFpp() {
        Optional<Double> expected = ofAnswering((generation, now) -> generation.expectedFppNow());
        return expected.isPresent() ? OptionalDouble.of(expected.get()) : OptionalDouble.empty();
    }

    private <T> Optional<T> ofAnswering(BiFunction<Generation<K>, Long, Optional<T>> look) {
        while (true) {
            GateView<K> view = core.views.get();
            Generation<K> answering = view.answering();
            if (answering == null) {
                return Optional.empty();
            }
            Optional<T> seen = look.apply(answering, core.nanoTime.getAsLong());
            if (seen.isPresent() || core.views.isStill(view)) {
                return seen;
            }
        }
    }

    GateStatistics statistics() {
        GateCounts counts = core.counts;
        GateState state = core.views.get().state();
        FppWatch watch = fppWatch;
        FppWatch.Measured measured = watch == null ? FppWatch.Measured.NOTHING : watch.measured();
        long askedAlone = core.questions();
        return new CountedStatistics(
                settings.name.given(),
                state,
                counts.answeredByFilter.sum() + counts.answeredForOwnLookups.sum(),
                counts.answeredByMemory.sum(),
                counts.shared.sum(),
                askedAlone + counts.askedAmongMany(),
                askedAlone + counts.callsForMany(),
                answers.failures(),
                counts.falsePositives.sum(),
                counts.storeNanos(askedAlone),
                counts.savedNanos(),
                measured.fpp(),
                measured.samples(),
                watch == null ? Double.NaN : watch.promisedFpp(),
                counts.writes.read(),
                core.inDoubt.size() + core.ownersInDoubt.size(),
                rebuilds.completed(),
                rebuilds.completedNanos(),
                rebuilds.failed(),
                rebuilds.failedNanos(),
                rebuilds.sinceLast(core.nanoTime.getAsLong()),
                settings.generations.statistics(),
                stateChanges.sum(),
                problems.all());
    }
}
