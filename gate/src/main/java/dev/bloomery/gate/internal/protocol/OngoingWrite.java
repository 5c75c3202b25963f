package dev.bloomery.gate.internal.protocol;

import dev.bloomery.AddResult;
import dev.bloomery.capacity.FilterFullException;
import dev.bloomery.gate.internal.generation.Generation;
import dev.bloomery.gate.internal.state.GateCore;
import dev.bloomery.gate.internal.state.GateView;
import dev.bloomery.gate.internal.state.KeysInDoubt;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A write on its way through the gate: the moves that {@link Write} and {@link dev.bloomery.gate.WriteTicket} are made of, in this order.
 *
 * <ol>
 *   <li>Enter: a rebuild that is published later waits for the write.
 *   <li>Mark the keys: what others remember of them is void.
 *   <li>See the generations: what is added goes to the current one and to the one that is being built.
 *   <li>Add, and only then let the store commit.
 *   <li>Take back, at most once, what was not written or is deleted, from the current generation seen at the begin and only while it is
 *       current; nothing from one that is being built, which may have got the key once for two writes.
 *   <li>A write with an unknown outcome leaves its keys in, and in doubt.
 *   <li>Unmark, then leave.
 * </ol>
 *
 * <p>For one thread at a time.
 */
public final class OngoingWrite<K> {
    private final GateCore<K> core;
    private final List<K> marked = new ArrayList<>(2);
    private int phase;
    private boolean inside;
    private long doubtsBefore;
    private long wordsBefore;
    private @Nullable GateView<K> view;
    private boolean refusedByKeptKeys;

    public OngoingWrite(GateCore<K> core) {
        this.core = core;
    }

    /** From now on a rebuild waits for this write, unless it has published its generation before. */
    public void enter() {
        doubtsBefore = core.inDoubt.last();
        wordsBefore = core.inDoubt.words();
        phase = core.phases.now();
        core.phases.enter(phase);
        inside = true;
    }

    /** What to ask {@link #onlyThisWrote} with. */
    public long mark(K key) {
        long number = core.mark(key);
        marked.add(key);
        return number;
    }

    /**
     * Reads which generations there are.
     *
     * @throws IllegalStateException if the gate is closed
     */
    public void see() {
        view = core.views.get();
        view.requireOpen();
    }

    private GateView<K> seen() {
        if (view == null) {
            throw new IllegalStateException("the generations were not seen yet");
        }
        return view;
    }

    @Nullable
    public Generation<K> current() {
        return seen().current();
    }

    @Nullable
    public Generation<K> building() {
        return seen().building();
    }

    /**
     * Adds to the current generation, if there is one.
     *
     * @throws FilterFullException if there is no room; nothing was changed
     */
    public void addToCurrent(K key) {
        Generation<K> current = current();
        if (current == null) {
            return;
        }
        if (current.add(key) == AddResult.FULL) {
            throw full(current);
        }
        current.sync();
    }

    private FilterFullException full(Generation<K> generation) {
        if (generation.keepsAll()) {
            refusedByKeptKeys = true;
            return new FilterFullException(
                    "the filter of the gate has no room, because it had to keep keys that were deleted;"
                            + " the store was not written. The gate rebuilds itself now: try again when that is done");
        }
        return new FilterFullException(
                "the filter of the gate has no room, and the store was not written; rebuild the gate with a spec for more keys");
    }

    /**
     * Adds to the generation that was being built when this write began, if there was one. If that has no room it is given up, and the write goes
     * on.
     *
     * @throws FilterFullException if it has no room, and answers meanwhile
     */
    public void addToBuilding(K key) {
        Generation<K> building = building();
        if (building == null) {
            return;
        }
        if (building.add(key) != AddResult.FULL) {
            building.sync();
        } else if (!core.views.abandon(building)) {
            throw full(building);
        }
    }

    /** The generation that says <i>no</i> for certain, if there was one when this write began. */
    @Nullable
    public Generation<K> answering() {
        return seen().answering();
    }

    /** Whether nobody else can have written the key since this write marked it with this number. */
    public boolean onlyThisWrote(K key, long number) {
        return core.onlyThisWroteKey(key, number);
    }

    /** Whether what was added to can be taken back from. */
    public boolean isStillCurrent() {
        return core.views.get().current() == current();
    }

    /**
     * Whether a delete that the store has reported takes a copy of the key out. Not where others write: the key may be theirs, and their announcement still
     * on its way; then the copy would be that of another key. Nor if somebody has said meanwhile that doubts
     * have ended: see {@link KeysInDoubt}.
     */
    public boolean mayTakeOut(K key) {
        return !core.isFed() && !isInDoubt(key) && core.inDoubt.words() == wordsBefore;
    }

    /** Whether a delete may take the key from the filter. */
    public boolean isInDoubt(K key) {
        return core.inDoubt.contains(key);
    }

    public void takeBack(K key) {
        Generation<K> current = current();
        if (current != null) {
            current.takeBack(key);
        }
    }

    public void doubt(K key) {
        core.doubt(key);
    }

    /** The outcome is known, in a store where that proves that earlier writes of the key have ended. */
    public void settle(K key) {
        core.inDoubt.settle(key, doubtsBefore);
    }

    public void unmark() {
        for (K key : marked) {
            core.unmark(key);
        }
        marked.clear();
    }

    public void leave() {
        if (inside) {
            inside = false;
            core.phases.leave(phase);
            if (refusedByKeptKeys) {
                core.rebuildByItself(); // only now: it waits for all writes that are inside
            }
        }
    }
}
