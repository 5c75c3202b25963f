package dev.bloomery.gate.internal.protocol;

import dev.bloomery.gate.internal.generation.Generation;
import dev.bloomery.gate.internal.state.GateCore;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreException.Outcome;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One write of the store by the gate itself: it may add a key, delete one, or both. The order of its stages is the point; {@link OngoingWrite} says why.
 *
 * <p>If something fails before the store is asked, it is not asked, and what was added is taken back.
 *
 * <p>A write also finds out whether somebody else writes the store who does not tell the gate, see {@link #foreignWrite}: the filter said <i>no</i>, and the
 * store says that the key was there.
 */
public class Write<K> extends GateOperation {
    public enum Stage {
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

    public static final List<Stage> ORDER = List.of(Stage.values());

    public final OngoingWrite<K> writing;
    private final List<Stage> order;
    private final @Nullable K added;
    private final @Nullable K deleted;
    private final BooleanSupplier store;
    private final boolean settlesDoubts;

    private boolean noMeansPresent;
    private int at;
    private long marked; // of the key that may prove a foreign write
    private @Nullable Generation<K> lacking;
    private @Nullable Generation<K> foreignWrite;
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
    public Write(
            GateCore<K> core,
            List<Stage> order,
            @Nullable K added,
            @Nullable K deleted,
            BooleanSupplier store,
            boolean settlesDoubts) {
        this.writing = new OngoingWrite<>(core);
        this.order = order;
        this.added = added;
        this.deleted = deleted;
        this.store = store;
        this.settlesDoubts = settlesDoubts;
    }

    /** If the store says that it did nothing, it means that the added key was there. */
    public Write<K> noMeansPresent() {
        noMeansPresent = true;
        return this;
    }

    @Override
    public final StepResult step() {
        Stage stage = order.get(at);
        try {
            perform(stage);
        } catch (RuntimeException | Error problem) {
            fail(problem);
            at = Math.max(at, order.indexOf(Stage.SETTLE) - 1); // on to what must be done in any case
        }
        return ++at == order.size() ? StepResult.DONE : StepResult.MORE;
    }

    private void perform(Stage stage) {
        switch (stage) {
            case READ_PHASE -> writing.readPhase();
            case COUNT_IN -> writing.countIn();
            case MARK -> mark();
            case SEE -> writing.see();
            case ADD_TO_CURRENT -> {
                lookForProof();
                addToCurrent();
            }
            case ADD_TO_BUILDING -> {
                if (added != null) {
                    addToBuilding(added);
                }
            }
            case STORE -> askStore();
            case SETTLE -> {
                foreignWrite = provesForeignWrite() ? lacking : null;
                settle();
            }
            case RECHECK_CURRENT -> recheckCurrent();
            case TAKE_BACK -> {
                if (toTakeBack != null) {
                    takeBack(toTakeBack);
                }
            }
            case UNMARK -> writing.unmark();
            case LEAVE -> writing.leave();
        }
    }

    private void mark() {
        if (added != null) {
            marked = writing.mark(added);
        }
        if (deleted != null) {
            marked = writing.mark(deleted);
        }
    }

    public void addToCurrent() {
        if (added != null) {
            writing.addToCurrent(added);
            wasAdded = true;
        }
    }

    /** The key that may turn out to have been there. */
    private @Nullable K proof() {
        return deleted == null ? added : deleted;
    }

    /** Notes the generation that answers, if it certainly does not have the key: before this write adds it, and after it was marked. */
    private void lookForProof() {
        Generation<K> answering = writing.answering();
        K key = proof();
        if (answering != null && key != null && !answering.mightContain(key)) {
            lacking = answering;
        }
    }

    /**
     * A key that a complete filter does not have came into the store by a write that began later, and would have marked it. So if the store had it, and nobody
     * but this write has marked it, somebody wrote past the gate; unless the gate was told of that meanwhile, and has given up the filter.
     */
    private boolean provesForeignWrite() {
        K key = proof();
        boolean wasThere = deleted == null
                ? noMeansPresent && result == Result.NOT_DONE && failure() == null
                : result == Result.DONE;
        return wasThere && lacking != null && key != null && nobodyElseWrote(key, marked) && isStillAnswering(lacking);
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
    public final boolean isAboutToAsk() {
        return order.get(at) == Stage.STORE;
    }

    // what tests replace, to break it on purpose

    public boolean nobodyElseWrote(K key, long sinceMark) {
        return writing.onlyThisWrote(key, sinceMark);
    }

    public boolean isStillAnswering(Generation<K> generation) {
        return writing.isStillCurrent();
    }

    public void addToBuilding(K key) {
        writing.addToBuilding(key);
    }

    /** A delete or a replace that found no row has waited for nobody: an insert that is not committed yet has no row to be seen. */
    public boolean provesThatEarlierOnesEnded() {
        return result == Result.DONE || deleted == null;
    }

    public boolean mayTakeOut(K key) {
        return writing.mayTakeOut(key);
    }

    public void settle(K key) {
        writing.settle(key);
    }

    public boolean isStillCurrent() {
        return writing.isStillCurrent();
    }

    public void takeBack(K key) {
        writing.takeBack(key);
    }

    /**
     * The generation that is not complete, if this write proves that somebody else writes the store and does not tell the gate. When all steps are done.
     *
     * @return null: nothing is proved
     */
    public final @Nullable Generation<K> foreignWrite() {
        return foreignWrite;
    }

    /**
     * Whether the store did it, when all steps are done.
     *
     * @throws StoreException if the store failed
     */
    public boolean result() {
        throwFailure();
        return result == Result.DONE;
    }
}
