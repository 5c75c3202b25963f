package dev.bloomery.gate.internal.protocol;

import dev.bloomery.gate.internal.generation.Generation;
import dev.bloomery.gate.internal.state.AnswerSource;
import dev.bloomery.gate.internal.state.Flight;
import dev.bloomery.gate.internal.state.GateCore;
import dev.bloomery.gate.internal.state.GateView;
import dev.bloomery.gate.internal.state.KeyStripes;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One lookup: filter, then store.
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
 */
public class Lookup<K, V> extends GateOperation {
    private enum Stage {
        SEE,
        HEAR,
        TEST,
        SEE_AGAIN,
        READ_CHANGES,
        RECALL,
        JOIN,
        ASK,
        END_FLIGHT,
        TELL,
        AWAIT,
        REMEMBER,
        END
    }

    public final GateCore<K> core;
    public final K key;
    private final AnswerSource<K, V> answers;
    private Stage next = Stage.SEE;
    private @Nullable GateView<K> view;
    private boolean tested;
    private long changes = KeyStripes.BUSY;
    private @Nullable Flight<V> flight;
    private boolean isAwaited;
    private boolean flightLeftLater;
    private long waitedNanos;
    private Optional<V> found = Optional.empty();

    public Lookup(GateCore<K> core, AnswerSource<K, V> answers, K key) {
        this.core = core;
        this.answers = answers;
        this.key = key;
    }

    /** One that waits for the flight that it has joined; the filter of this view, which was active, took the key for present. */
    private Lookup(
            GateCore<K> core, AnswerSource<K, V> answers, K key, GateView<K> tested, long changes, Flight<V> joined) {
        this(core, answers, key);
        this.view = tested;
        this.tested = true;
        this.changes = changes;
        this.flight = joined;
        this.next = Stage.AWAIT;
    }

    /**
     * Does a whole lookup.
     *
     * @return what was found
     * @throws RuntimeException if the store failed
     */
    public static <K, V> Optional<V> run(GateCore<K> core, AnswerSource<K, V> answers, K key) {
        Lookup<K, V> lookup = new Lookup<>(core, answers, key);
        lookup.run();
        return lookup.result();
    }

    /**
     * Does what is left of a lookup when the filter of this view, which was active, took the key for present. These are the steps from READ_CHANGES on, in the same
     * order, but written out for a key that nobody else asks for: without an object, and without a loop over a switch, which cost most where the store has just used
     * up the caches. Who meets another lookup of the key goes on by steps.
     *
     * @return what was found
     * @throws RuntimeException if the store failed
     */
    public static <K, V> Optional<V> run(GateCore<K> core, AnswerSource<K, V> answers, K key, GateView<K> tested) {
        long changes = core.changesIfQuiet(key);
        if (changes != KeyStripes.BUSY && core.falsePositives.isAbsent(key, changes, tested.current())) {
            core.counts.answeredByMemory.increment();
            return Optional.empty();
        }
        Flight<V> own = new Flight<>(key, changes);
        Flight<V> joined = answers.joinOrStart(key, own);
        if (joined != own) {
            Lookup<K, V> rest = new Lookup<>(core, answers, key, tested, changes, joined);
            rest.run();
            return rest.result();
        }
        Optional<V> found;
        try {
            found = ask(core, answers, key);
        } catch (Throwable problem) { // a checked one, too: some languages do not check
            if (answers.end(key, own)) {
                own.crash(problem);
            }
            throw AnswerSource.failed(problem);
        }
        if (answers.end(key, own)) {
            own.land(found);
        }
        if (found.isEmpty()) {
            core.counts.falsePositives.increment();
            if (changes != KeyStripes.BUSY && core.changesIfQuiet(key) == changes) {
                core.falsePositives.remember(key, changes, tested.current());
            }
        }
        return found;
    }

    /** Asks the store, and counts that. */
    private static <K, V> Optional<V> ask(GateCore<K> core, AnswerSource<K, V> answers, K key) {
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

    @Override
    public final StepResult step() {
        try {
            Stage before = next;
            next = perform(before);
            return next == Stage.END ? StepResult.DONE : next == before ? StepResult.WAIT : StepResult.MORE;
        } catch (RuntimeException | Error problem) {
            fail(problem);
            return StepResult.DONE;
        }
    }

    private Stage perform(Stage stage) {
        return switch (stage) {
            case SEE -> seeView();
            case HEAR -> hear();
            case TEST -> test();
            case SEE_AGAIN -> seeAgain();
            case READ_CHANGES -> readChanges();
            case RECALL -> recall();
            case JOIN -> join();
            case ASK -> ask();
            case END_FLIGHT -> endFlight();
            case TELL -> tell();
            case AWAIT -> await();
            case REMEMBER -> rememberIfAbsent();
            case END -> Stage.END;
        };
    }

    private Stage seeView() {
        view = see();
        view.requireOpen();
        tested = mayAskFilter(view);
        return !tested ? Stage.READ_CHANGES : core.isFed() ? Stage.HEAR : Stage.TEST;
    }

    private Stage hear() {
        tested = hearsOthers();
        return tested ? Stage.TEST : Stage.READ_CHANGES;
    }

    private Stage test() {
        return seen().mightContain(key) ? Stage.READ_CHANGES : Stage.SEE_AGAIN;
    }

    private Stage seeAgain() {
        if (isUnchanged()) {
            core.counts.answeredByFilter.increment();
            return Stage.END;
        }
        return Stage.SEE;
    }

    private Stage readChanges() {
        changes = changesIfQuiet();
        return tested && changes != KeyStripes.BUSY ? Stage.RECALL : Stage.JOIN;
    }

    private Stage recall() {
        if (isRemembered(changes)) {
            core.counts.answeredByMemory.increment();
            return Stage.END;
        }
        return Stage.JOIN;
    }

    private Stage join() {
        Flight<V> own = new Flight<>(key, changes);
        flight = answers.joinOrStart(key, own);
        return flight == own ? Stage.ASK : Stage.AWAIT;
    }

    private Stage ask() {
        try {
            found = ask(core, answers, key);
        } catch (Throwable problem) { // a checked one, too: some languages do not check
            fail(problem);
        }
        return Stage.END_FLIGHT;
    }

    private Stage endFlight() {
        isAwaited = answers.end(key, joined());
        return Stage.TELL;
    }

    private Stage tell() {
        Throwable failure = failure();
        if (isAwaited) {
            if (failure == null) {
                joined().land(found);
            } else {
                joined().crash(failure);
            }
        }
        if (failure != null) {
            throw AnswerSource.failed(failure);
        }
        return Stage.REMEMBER;
    }

    private Stage await() {
        if (!joined().hasLanded()) {
            return Stage.AWAIT;
        }
        boolean taken = takeAnswer(joined());
        flightLeftLater = true; // the next one leaves after this one has landed
        return taken ? Stage.REMEMBER : Stage.JOIN;
    }

    private Stage rememberIfAbsent() {
        if (tested && found.isEmpty()) {
            core.counts.falsePositives.increment();
            remember(changes);
        }
        return Stage.END;
    }

    /** Takes the answer of a flight that somebody else started, if it counts here. */
    private boolean takeAnswer(Flight<V> landed) {
        if (landed.hasCrashed()) {
            if (flightLeftLater && !(landed.failure() instanceof Error)) {
                throw AnswerSource.failedElsewhere(landed.failure());
            }
            return false;
        }
        if (!flightLeftLater && !counts(landed, landed.found(), changes)) {
            return false;
        }
        found = landed.found();
        core.counts.shared.increment();
        return true;
    }

    private Generation<K> seen() {
        Generation<K> generation = generation();
        if (generation == null) {
            throw new IllegalStateException("an active gate has a filter");
        }
        return generation;
    }

    private Flight<V> joined() {
        if (flight == null) {
            throw new IllegalStateException("no flight was joined yet");
        }
        return flight;
    }

    @Override
    public final void pause(int times) {
        long begun = System.nanoTime();
        answers.await(joined(), waitedNanos);
        waitedNanos += System.nanoTime() - begun;
    }

    // what tests replace, to break it on purpose

    public GateView<K> see() {
        return core.views.get();
    }

    public boolean mayAskFilter(GateView<K> seen) {
        return seen.isActive();
    }

    public boolean hearsOthers() {
        return core.hearsOthers();
    }

    @Nullable
    public Generation<K> generation() {
        return view == null ? null : view.current();
    }

    public boolean isUnchanged() {
        return view != null && core.views.isStill(view);
    }

    public long changesIfQuiet() {
        return core.changesIfQuiet(key);
    }

    public boolean isRemembered(long changesNow) {
        return core.falsePositives.isAbsent(key, changesNow, generation());
    }

    public void remember(long changesBefore) {
        if (isStillQuiet(changesBefore)) {
            core.falsePositives.remember(key, changesBefore, generation());
        }
    }

    public boolean isStillQuiet(long changesBefore) {
        return changesBefore != KeyStripes.BUSY && core.changesIfQuiet(key) == changesBefore;
    }

    /** Whether the answer of a flight that left before this lookup came is one. */
    public boolean counts(Flight<V> landed, Optional<V> answer, long changesNow) {
        return answer.isPresent() && landed.nothingHappenedUntil(changesNow);
    }

    /**
     * What was found, when all steps are done.
     *
     * @throws dev.bloomery.gate.store.StoreException if the store failed
     */
    public Optional<V> result() {
        throwFailure();
        return found;
    }
}
