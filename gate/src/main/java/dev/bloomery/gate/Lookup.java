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

    @Override
    final Step step() {
        try {
            return perform();
        } catch (RuntimeException | Error problem) {
            fail(problem);
            return Step.DONE;
        }
    }

    private Step perform() {
        switch (next) {
            case SEE -> {
                view = see();
                view.requireOpen();
                tested = mayAskFilter(view);
                next = !tested ? Stage.READ_CHANGES : core.isFed() ? Stage.HEAR : Stage.TEST;
            }
            case HEAR -> {
                tested = hearsOthers();
                next = tested ? Stage.TEST : Stage.READ_CHANGES;
            }
            case TEST -> next = seen().mightContain(key) ? Stage.READ_CHANGES : Stage.SEE_AGAIN;
            case SEE_AGAIN -> {
                if (isUnchanged()) {
                    core.counts.answeredByFilter.increment();
                    return Step.DONE;
                }
                next = Stage.SEE;
            }
            case READ_CHANGES -> {
                changes = changesIfQuiet();
                next = tested && changes != KeyStripes.BUSY ? Stage.RECALL : Stage.JOIN;
            }
            case RECALL -> {
                if (isRemembered(changes)) {
                    core.counts.answeredByMemory.increment();
                    return Step.DONE;
                }
                next = Stage.JOIN;
            }
            case JOIN -> {
                Flight<V> own = new Flight<>(changes);
                flight = answers.joinOrStart(key, own);
                next = flight == own ? Stage.ASK : Stage.AWAIT;
            }
            case ASK -> {
                ask();
                next = Stage.END_FLIGHT;
            }
            case END_FLIGHT -> {
                answers.end(key, joined());
                next = Stage.TELL;
            }
            case TELL -> {
                Throwable failure = failure();
                if (failure != null) {
                    joined().crash(failure);
                    return Step.DONE;
                }
                joined().land(found);
                next = Stage.REMEMBER;
            }
            case AWAIT -> {
                if (!joined().hasLanded()) {
                    return Step.WAIT;
                }
                next = takeAnswer(joined()) ? Stage.REMEMBER : Stage.JOIN;
                flightLeftLater = true; // the next one leaves after this one has landed
            }
            case REMEMBER -> {
                if (tested && found.isEmpty()) {
                    core.counts.falsePositives.increment();
                    remember(changes);
                }
                return Step.DONE;
            }
        }
        return Step.MORE;
    }

    private void ask() {
        long begun = core.nanoTime.getAsLong();
        try {
            found = answers.ask(key);
        } catch (RuntimeException | Error problem) {
            fail(problem);
        } finally {
            core.counts.storeCall(core.nanoTime.getAsLong() - begun);
        }
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
