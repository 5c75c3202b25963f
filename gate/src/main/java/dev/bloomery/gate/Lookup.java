package dev.bloomery.gate;

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
 *       ({@link Core#changesIfQuiet}).
 *   <li>Of a question to the store that left before this lookup came, only <i>present</i> counts, and only if nothing happened to the key since it
 *       left. Else this lookup joins or starts one that leaves later, and takes whatever that brings.
 * </ol>
 */
class Lookup<K, V> extends Operation {
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
        REMEMBER
    }

    final Core<K> core;
    final K key;
    private final Answers<K, V> answers;
    private Stage next = Stage.SEE;
    private @Nullable View<K> view;
    private boolean tested;
    private long changes = KeyStripes.BUSY;
    private @Nullable Flight<V> flight;
    private boolean flightLeftLater;
    private Optional<V> found = Optional.empty();

    Lookup(Core<K> core, Answers<K, V> answers, K key) {
        this.core = core;
        this.answers = answers;
        this.key = key;
    }

    /** One whose first steps have been done: the filter of this view, which was active, took the key for present. */
    Lookup(Core<K> core, Answers<K, V> answers, K key, View<K> tested) {
        this(core, answers, key);
        this.view = tested;
        this.tested = true;
        this.next = Stage.READ_CHANGES;
    }

    @Override
    final Step step() {
        try {
            return perform();
        } catch (RuntimeException | Error problem) {
            fail(problem);
            return Step.DONE;
        }
    }

    /**
     * Does all steps. Those of a key that nobody else asks for are written out, each only if it is the next one: so this is {@link #run} with the
     * usual branches foreseen. It counts where the store has just used up the caches: a cold loop over a switch costs most there.
     */
    final void runForeseen() {
        try {
            if (next == Stage.READ_CHANGES) {
                readChanges();
            }
            if (next == Stage.RECALL && recall() == Step.DONE) {
                return;
            }
            if (next == Stage.JOIN) {
                join();
            }
            if (next == Stage.ASK) {
                ask();
                endFlight();
                if (tell() == Step.DONE || (next == Stage.REMEMBER && rememberIfAbsent() == Step.DONE)) {
                    return;
                }
            }
        } catch (RuntimeException | Error problem) {
            fail(problem);
            return;
        }
        run();
    }

    private Step perform() {
        return switch (next) {
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
        };
    }

    private Step then(Stage stage) {
        next = stage;
        return Step.MORE;
    }

    private Step seeView() {
        view = see();
        view.requireOpen();
        tested = mayAskFilter(view);
        return then(!tested ? Stage.READ_CHANGES : core.isFed() ? Stage.HEAR : Stage.TEST);
    }

    private Step hear() {
        tested = hearsOthers();
        return then(tested ? Stage.TEST : Stage.READ_CHANGES);
    }

    private Step test() {
        return then(seen().mightContain(key) ? Stage.READ_CHANGES : Stage.SEE_AGAIN);
    }

    private Step seeAgain() {
        if (isUnchanged()) {
            core.counts.answeredByFilter.increment();
            return Step.DONE;
        }
        return then(Stage.SEE);
    }

    private Step readChanges() {
        changes = changesIfQuiet();
        return then(tested && changes != KeyStripes.BUSY ? Stage.RECALL : Stage.JOIN);
    }

    private Step recall() {
        if (isRemembered(changes)) {
            core.counts.answeredByMemory.increment();
            return Step.DONE;
        }
        return then(Stage.JOIN);
    }

    private Step join() {
        Flight<V> own = new Flight<>(changes);
        flight = answers.joinOrStart(key, own);
        return then(flight == own ? Stage.ASK : Stage.AWAIT);
    }

    private Step ask() {
        long begun = core.nanoTime.getAsLong();
        try {
            found = answers.ask(key);
        } catch (RuntimeException | Error problem) {
            fail(problem);
        } finally {
            core.counts.storeCall(core.nanoTime.getAsLong() - begun);
        }
        return then(Stage.END_FLIGHT);
    }

    private Step endFlight() {
        answers.end(key, joined());
        return then(Stage.TELL);
    }

    private Step tell() {
        Throwable failure = failure();
        if (failure != null) {
            joined().crash(failure);
            return Step.DONE;
        }
        joined().land(found);
        return then(Stage.REMEMBER);
    }

    private Step await() {
        if (!joined().hasLanded()) {
            return Step.WAIT;
        }
        boolean taken = takeAnswer(joined());
        flightLeftLater = true; // the next one leaves after this one has landed
        return then(taken ? Stage.REMEMBER : Stage.JOIN);
    }

    private Step rememberIfAbsent() {
        if (tested && found.isEmpty()) {
            core.counts.falsePositives.increment();
            remember(changes);
        }
        return Step.DONE;
    }

    /** Takes the answer of a flight that somebody else started, if it counts here. */
    private boolean takeAnswer(Flight<V> landed) {
        if (landed.hasCrashed()) {
            if (flightLeftLater) {
                throw new StoreException(
                        "the store failed when another lookup asked it for the same key", landed.failure());
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
    final void pause(int times) {
        joined().await();
    }

    // what tests replace, to break it on purpose

    View<K> see() {
        return core.views.get();
    }

    boolean mayAskFilter(View<K> seen) {
        return seen.isActive();
    }

    boolean hearsOthers() {
        return core.hearsOthers();
    }

    @Nullable
    Generation<K> generation() {
        return view == null ? null : view.current();
    }

    boolean isUnchanged() {
        return view != null && core.views.isStill(view);
    }

    long changesIfQuiet() {
        return core.changesIfQuiet(key);
    }

    boolean isRemembered(long changesNow) {
        return core.falsePositives.isAbsent(key, changesNow, generation());
    }

    void remember(long changesBefore) {
        if (isStillQuiet(changesBefore)) {
            core.falsePositives.remember(key, changesBefore, generation());
        }
    }

    boolean isStillQuiet(long changesBefore) {
        return changesBefore != KeyStripes.BUSY && core.changesIfQuiet(key) == changesBefore;
    }

    /** Whether the answer of a flight that left before this lookup came is one. */
    boolean counts(Flight<V> landed, Optional<V> answer, long changesNow) {
        return answer.isPresent() && landed.nothingHappenedUntil(changesNow);
    }

    /**
     * What was found, when all steps are done.
     *
     * @throws StoreException if the store failed
     */
    Optional<V> result() {
        throwFailure();
        return found;
    }
}
