package dev.bloomery.gate.internal.protocol;

import dev.bloomery.gate.internal.generation.Generation;
import dev.bloomery.gate.internal.state.GateCore;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreException.Outcome;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One write of the store by the gate itself: it may add a key, delete one, or both. The order of {@link #run} is the point; {@link OngoingWrite} says why.
 *
 * <p>If something fails before the store is asked, it is not asked, and what was added is taken back.
 *
 * <p>A write also finds out whether somebody else writes the store who does not tell the gate, see {@link #foreignWrite}: the filter said <i>no</i>, and the
 * store says that the key was there.
 *
 * <p>For one thread, once.
 */
public final class Write<K> {
    private enum Result {
        DONE,
        NOT_DONE,
        UNKNOWN
    }

    private final OngoingWrite<K> writing;
    private final @Nullable K added;
    private final @Nullable K deleted;
    private final BooleanSupplier store;
    private final boolean settlesDoubts;

    private boolean noMeansPresent;
    private long marked; // of the key that may prove a foreign write
    private @Nullable Generation<K> lacking;
    private @Nullable Generation<K> foreignWrite;
    private boolean wasAdded;
    private Result result = Result.NOT_DONE;
    private @Nullable Throwable failure;

    /**
     * @param added the key that is there afterwards, if any
     * @param deleted the key that is not there afterwards, if any
     * @param store does it, and says whether it did
     * @param settlesDoubts whether a known outcome proves that earlier writes of the same key have ended
     */
    public Write(
            GateCore<K> core, @Nullable K added, @Nullable K deleted, BooleanSupplier store, boolean settlesDoubts) {
        this.writing = new OngoingWrite<>(core);
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

    /**
     * Does it.
     *
     * @return whether the store did it
     * @throws StoreException if the store failed
     */
    public boolean run() {
        try {
            addToFilters();
            askStore();
        } catch (RuntimeException | Error problem) {
            failure = problem;
        }
        try {
            foreignWrite = provesForeignWrite() ? lacking : null;
            settle();
        } catch (RuntimeException | Error problem) {
            failure = problem;
        } finally {
            writing.unmark();
            writing.leave();
        }
        throwFailure();
        return result == Result.DONE;
    }

    private void addToFilters() {
        writing.enter();
        mark();
        writing.see();
        lookForProof();
        if (added != null) {
            writing.addToCurrent(added);
            wasAdded = true;
            writing.addToBuilding(added);
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
                ? noMeansPresent && result == Result.NOT_DONE && failure == null
                : result == Result.DONE;
        return wasThere
                && lacking != null
                && key != null
                && writing.onlyThisWrote(key, marked)
                && writing.isStillCurrent();
    }

    private void askStore() {
        try {
            result = store.getAsBoolean() ? Result.DONE : Result.NOT_DONE;
        } catch (StoreException problem) {
            result = problem.outcome() == Outcome.NOT_DONE ? Result.NOT_DONE : Result.UNKNOWN;
            throw problem;
        } catch (RuntimeException | Error problem) {
            result = Result.UNKNOWN;
            throw new StoreException("the store failed while it was written; whether it wrote is not known", problem);
        }
    }

    private void settle() {
        switch (result) {
            case DONE -> {
                boolean takesOut = deleted != null && writing.mayTakeOut(deleted);
                settleDoubts();
                if (takesOut) {
                    takeBack(deleted);
                }
            }
            case NOT_DONE -> {
                if (failure == null) {
                    settleDoubts();
                }
                if (wasAdded) {
                    takeBack(added);
                }
            }
            case UNKNOWN -> {
                doubt(added);
                doubt(deleted);
            }
        }
    }

    /**
     * A delete or a replace that found no row has waited for nobody: an insert that is not committed yet has no row to be seen. So it proves nothing of
     * earlier writes.
     */
    private void settleDoubts() {
        if (settlesDoubts && (result == Result.DONE || deleted == null)) {
            if (added != null) {
                writing.settle(added);
            }
            if (deleted != null) {
                writing.settle(deleted);
            }
        }
    }

    private void doubt(@Nullable K key) {
        if (key != null) {
            writing.doubt(key);
        }
    }

    private void takeBack(@Nullable K key) {
        if (key != null && writing.isStillCurrent()) {
            writing.takeBack(key);
        }
    }

    private void throwFailure() {
        if (failure instanceof RuntimeException problem) {
            throw problem;
        }
        if (failure instanceof Error problem) {
            throw problem;
        }
    }

    /**
     * The generation that is not complete, if this write proves that somebody else writes the store and does not tell the gate. When it is over.
     *
     * @return null: nothing is proved
     */
    public @Nullable Generation<K> foreignWrite() {
        return foreignWrite;
    }
}
