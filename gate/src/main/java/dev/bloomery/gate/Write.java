package dev.bloomery.gate;

import dev.bloomery.gate.StoreException.Outcome;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One write of the store by the gate itself: it may add a key, delete one, or both. The order of its stages is the point; {@link Writing} says why.
 *
 * <p>If something fails before the store is asked, it is not asked, and what was added is taken back.
 */
class Write<K> extends Operation {
    enum Stage {
        READ_PHASE,
        COUNT_IN,
        MARK,
        SEE,
        ADD_TO_CURRENT,
        ADD_TO_BUILDING,
        STORE,
        SETTLE,
        RECHECK_CURRENT,
        TAKE_BACK,
        UNMARK,
        LEAVE
    }

    private enum Result {
        DONE,
        NOT_DONE,
        UNKNOWN
    }

    static final List<Stage> ORDER = List.of(Stage.values());

    final Writing<K> writing;
    private final List<Stage> order;
    private final @Nullable K added;
    private final @Nullable K deleted;
    private final BooleanSupplier store;
    private final boolean settlesDoubts;

    private int at;
    private boolean wasAdded;
    private Result result = Result.NOT_DONE;
    private @Nullable K toTakeBack;

    /**
     * @param order the stages, {@link #ORDER}
     * @param added the key that is there afterwards, if any
     * @param deleted the key that is not there afterwards, if any
     * @param store does it, and says whether it did
     * @param settlesDoubts whether a known outcome proves that earlier writes of the same key have ended
     */
    Write(
            Core<K> core,
            List<Stage> order,
            @Nullable K added,
            @Nullable K deleted,
            BooleanSupplier store,
            boolean settlesDoubts) {
        this.writing = new Writing<>(core);
        this.order = order;
        this.added = added;
        this.deleted = deleted;
        this.store = store;
        this.settlesDoubts = settlesDoubts;
    }

    @Override
    final Step step() {
        Stage stage = order.get(at);
        Step step;
        try {
            step = perform(stage);
        } catch (RuntimeException | Error problem) {
            fail(problem);
            at = Math.max(at, order.indexOf(Stage.SETTLE) - 1); // on to what must be done in any case
            step = Step.MORE;
        }
        if (step == Step.MORE && ++at == order.size()) {
            return Step.DONE;
        }
        return step;
    }

    private Step perform(Stage stage) {
        switch (stage) {
            case READ_PHASE -> writing.readPhase();
            case COUNT_IN -> writing.countIn();
            case MARK -> mark();
            case SEE -> writing.see();
            case ADD_TO_CURRENT -> {
                return addToCurrent();
            }
            case ADD_TO_BUILDING -> {
                if (added != null) {
                    addToBuilding(added);
                }
            }
            case STORE -> askStore();
            case SETTLE -> settle();
            case RECHECK_CURRENT -> recheckCurrent();
            case TAKE_BACK -> {
                if (toTakeBack != null) {
                    takeBack(toTakeBack);
                }
            }
            case UNMARK -> writing.unmark();
            case LEAVE -> writing.leave();
        }
        return Step.MORE;
    }

    private void mark() {
        if (added != null) {
            writing.mark(added);
        }
        if (deleted != null) {
            writing.mark(deleted);
        }
    }

    Step addToCurrent() {
        if (added == null) {
            return Step.MORE;
        }
        Step step = writing.addToCurrent(added);
        wasAdded = step == Step.MORE;
        return step;
    }

    private void askStore() {
        try {
            result = store.getAsBoolean() ? Result.DONE : Result.NOT_DONE;
        } catch (StoreException problem) {
            result = problem.outcome() == Outcome.NOT_DONE ? Result.NOT_DONE : Result.UNKNOWN;
            fail(problem);
        } catch (RuntimeException | Error problem) {
            result = Result.UNKNOWN;
            fail(new StoreException("the store failed while it was written; whether it wrote is not known", problem));
        }
    }

    private void settle() {
        switch (result) {
            case DONE -> {
                toTakeBack = deleted != null && mayTakeOut(deleted) ? deleted : null;
                settleDoubts();
            }
            case NOT_DONE -> {
                toTakeBack = wasAdded ? added : null;
                if (failure() == null) {
                    settleDoubts();
                }
            }
            case UNKNOWN -> {
                doubt(added);
                doubt(deleted);
            }
        }
    }

    private void settleDoubts() {
        if (settlesDoubts && provesThatEarlierOnesEnded()) {
            if (added != null) {
                settle(added);
            }
            if (deleted != null) {
                settle(deleted);
            }
        }
    }

    private void doubt(@Nullable K key) {
        if (key != null) {
            writing.doubt(key);
        }
    }

    private void recheckCurrent() {
        if (toTakeBack != null && !isStillCurrent()) {
            toTakeBack = null;
        }
    }

    /** Whether the next thing to do is to ask the store. */
    final boolean isAboutToAsk() {
        return order.get(at) == Stage.STORE;
    }

    // what tests replace, to break it on purpose

    void addToBuilding(K key) {
        writing.addToBuilding(key);
    }

    /** A delete or a replace that found no row has waited for nobody: an insert that is not committed yet has no row to be seen. */
    boolean provesThatEarlierOnesEnded() {
        return result == Result.DONE || deleted == null;
    }

    boolean mayTakeOut(K key) {
        return writing.mayTakeOut(key);
    }

    void settle(K key) {
        writing.settle(key);
    }

    boolean isStillCurrent() {
        return writing.isStillCurrent();
    }

    void takeBack(K key) {
        writing.takeBack(key);
    }

    /**
     * Whether the store did it, when all steps are done.
     *
     * @throws StoreException if the store failed
     */
    boolean result() {
        throwFailure();
        return result == Result.DONE;
    }
}
