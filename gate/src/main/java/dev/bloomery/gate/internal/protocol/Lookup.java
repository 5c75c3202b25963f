package dev.bloomery.gate.internal.protocol;

import dev.bloomery.gate.internal.generation.Generation;
import dev.bloomery.gate.internal.state.AnswerSource;
import dev.bloomery.gate.internal.state.Flight;
import dev.bloomery.gate.internal.state.GateCore;
import dev.bloomery.gate.internal.state.GateView;
import dev.bloomery.gate.internal.state.GateViews;
import dev.bloomery.gate.internal.state.KeyStripes;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The lookups of a gate: filter, then store. {@link #viewUnlessAbsent} asks the filter, and {@link #finish} does the rest; the caller goes from one to the other, so
 * that a <i>no</i> of the filter needs no object and no thread.
 *
 * <ol>
 *   <li><i>No</i> is answered without the store only if the gate was active, and in the same view after the bits were read: a filter that was
 *       replaced meanwhile may have been incomplete for a while. Where others write, their feed must have been current before the bits were
 *       read: then a key that was there when the lookup began is in them. A look afterwards would not do, as the feed may just have caught up.
 *   <li>A remembered false positive is believed, and a new one remembered, only while nothing can be happening to the key
 *       ({@link GateCore#changesIfQuiet}).
 *   <li>Of a question to the store that left before this lookup came, only <i>present</i> counts, and only if nothing happened to the key since it
 *       left. Else this lookup joins or starts one that leaves later, and takes whatever that brings.
 * </ol>
 *
 * <p>For any number of threads. A key that nobody else asks for costs one object, its flight: see ADR 26.
 */
public final class Lookup<K, V> {
    private final GateCore<K> core;
    private final GateViews<K> views; // those of the core: a step less on the way to the filter
    private final AnswerSource<K, V> answers;

    public Lookup(GateCore<K> core, AnswerSource<K, V> answers) {
        this.core = core;
        this.views = core.views;
        this.answers = answers;
    }

    /**
     * Asks the filter; null: the key is not there. Else the view whose filter took it for present, or {@link GateView#none} where the filter cannot say anything: what
     * {@link #finish} needs.
     */
    public @Nullable GateView<K> viewUnlessAbsent(K key) {
        return viewUnlessAbsent(key, false);
    }

    /**
     * {@link #viewUnlessAbsent(Object)}, for a caller who may answer for himself what the filter does not.
     *
     * @param ownLookup whether he does: his lookups are counted apart
     */
    public @Nullable GateView<K> viewUnlessAbsent(K key, boolean ownLookup) {
        GateView<K> view = views.get();
        Generation<K> answering = view.answering();
        if (answering == null || !core.hearsOthers()) {
            return GateView.none();
        }
        if (answering.mightContain(key)) {
            return view;
        }
        if (!views.isStill(view)) {
            return GateView.none();
        }
        (ownLookup ? core.counts.answeredForOwnLookups : core.counts.answeredByFilter).increment();
        return null;
    }

    /** Whether the filter alone says no, under the rules of a lookup; nothing is counted. */
    public boolean isCertainlyAbsent(K key) {
        GateView<K> view = views.get();
        Generation<K> answering = view.answering();
        return answering != null && core.hearsOthers() && !answering.mightContain(key) && views.isStill(view);
    }

    /**
     * Does what is left of a lookup after {@link #viewUnlessAbsent}: asks what is remembered, and then the store.
     *
     * @return what was found
     * @throws dev.bloomery.gate.store.StoreException if the store failed
     */
    public Optional<V> finish(K key, GateView<K> tested) {
        if (tested == GateView.<K>none()) {
            views.get().requireOpen();
        }
        long changes = core.changesIfQuiet(key);
        if (changes != KeyStripes.BUSY
                && tested.answering() != null
                && core.falsePositives.isAbsent(key, changes, tested.current())) {
            core.counts.answeredByMemory.increment();
            return Optional.empty();
        }
        Flight<V> own = answers.flight(key, changes);
        Flight<V> joined = answers.joinOrStart(key, own);
        return joined == own ? askAndTell(key, tested, changes, own) : await(key, tested, changes, joined);
    }

    /** Asks the store, and tells those who have joined this question meanwhile. */
    private Optional<V> askAndTell(K key, GateView<K> tested, long changes, Flight<V> own) {
        Optional<V> found;
        try {
            found = ask(key);
        } catch (Throwable problem) { // a checked one, too: some languages do not check
            if (answers.end(key, own)) {
                own.crash(problem);
            }
            throw AnswerSource.failed(problem);
        }
        if (answers.end(key, own)) {
            own.land(found);
        }
        return noted(key, tested, changes, found);
    }

    /** Asks the store, and counts that. */
    private Optional<V> ask(K key) {
        int questions = core.countQuestion(key);
        if (questions == 0) {
            return answers.ask(key);
        }
        boolean answered = false;
        long begun = core.nanoTime.getAsLong();
        try {
            Optional<V> answer = answers.ask(key);
            answered = true;
            return answer;
        } finally {
            core.counts.timed(questions, core.nanoTime.getAsLong() - begun, answered);
        }
    }

    /** Waits for the question of another lookup; and, if that does not count, for one that left later, which may become its own. */
    private Optional<V> await(K key, GateView<K> tested, long changes, Flight<V> joined) {
        long waitedNanos = await(joined, 0);
        if (!joined.hasCrashed() && joined.answersLookupAt(changes)) {
            return shared(key, tested, changes, joined);
        }
        while (true) {
            Flight<V> own = answers.flight(key, changes);
            Flight<V> later = answers.joinOrStart(key, own);
            if (later == own) {
                return askAndTell(key, tested, changes, own);
            }
            waitedNanos = await(later, waitedNanos);
            if (!later.hasCrashed()) {
                return shared(key, tested, changes, later);
            }
            if (!(later.failure() instanceof Error)) {
                throw AnswerSource.failedElsewhere(later.failure());
            }
        }
    }

    /** The time that this lookup has waited when the flight has landed. */
    private long await(Flight<V> joined, long waitedNanos) {
        if (joined.hasLanded()) {
            return waitedNanos;
        }
        long begun = System.nanoTime();
        answers.await(joined, waitedNanos);
        return waitedNanos + System.nanoTime() - begun;
    }

    private Optional<V> shared(K key, GateView<K> tested, long changes, Flight<V> landed) {
        core.counts.shared.increment();
        return noted(key, tested, changes, landed.found());
    }

    /** Remembers the key if its filter took it for present and the store does not have it. */
    private Optional<V> noted(K key, GateView<K> tested, long changes, Optional<V> found) {
        if (found.isEmpty() && tested.answering() != null) {
            core.counts.falsePositives.increment();
            if (changes != KeyStripes.BUSY && core.changesIfQuiet(key) == changes) {
                core.falsePositives.remember(key, changes, tested.current());
            }
        }
        return found;
    }
}
