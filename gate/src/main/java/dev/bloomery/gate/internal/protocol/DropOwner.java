package dev.bloomery.gate.internal.protocol;

import dev.bloomery.gate.internal.generation.Generation;
import dev.bloomery.gate.internal.state.GateCore;
import dev.bloomery.gate.internal.state.GateView;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreException.Outcome;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Deletes all keys of an owner in the store, and then in the filter.
 *
 * <ol>
 *   <li>Mark the owner: what others remember of its keys, or share, is void.
 *   <li>Only when the store has deleted may the filter forget, and only if nobody wrote a key of the owner since the mark, no such write is in
 *       doubt, and the generation seen at the begin still answers. An add that begins meanwhile must come after: the generation sees to that.
 *   <li>Else the keys stay in the filter, as false positives until the next rebuild.
 *   <li>With an unknown outcome the owner is in doubt: its keys may vanish later, so nothing is shared of them.
 * </ol>
 */
public class DropOwner<K> extends GateOperation {
    public enum Stage {
        MARK,
        SEE,
        STORE,
        SETTLE,
        FORGET,
        UNMARK
    }

    /** Makes a generation forget an owner. */
    @FunctionalInterface
    public interface Forgetting<K> {
        /** Forgets, if this holds while nobody adds a key of the owner. */
        void forgetIf(Generation<K> generation, BooleanSupplier mayForget);
    }

    public static final List<Stage> ORDER = List.of(Stage.values());

    public final GateCore<K> core;
    public final Object owner;
    private final List<Stage> order;
    private final BooleanSupplier store;
    private final Forgetting<K> forgetting;
    private final boolean settlesDoubts;

    private int at;
    private boolean isMarked;
    private long marked;
    private long doubtsBefore;
    private @Nullable GateView<K> view;
    private boolean known;
    private boolean unknown;
    private boolean had;

    /**
     * @param order the stages, {@link #ORDER}
     * @param store deletes all keys of the owner, and says whether there were any
     * @param settlesDoubts whether a known outcome proves that earlier ones of the same owner have ended
     */
    public DropOwner(
            GateCore<K> core,
            List<Stage> order,
            Object owner,
            BooleanSupplier store,
            Forgetting<K> forgetting,
            boolean settlesDoubts) {
        this.core = core;
        this.order = order;
        this.owner = owner;
        this.store = store;
        this.forgetting = forgetting;
        this.settlesDoubts = settlesDoubts;
    }

    @Override
    public final StepResult step() {
        try {
            perform(order.get(at));
        } catch (RuntimeException | Error problem) {
            fail(problem);
            at = Math.max(at, order.indexOf(Stage.SETTLE) - 1); // on to what must be done in any case
        }
        return ++at == order.size() ? StepResult.DONE : StepResult.MORE;
    }

    private void perform(Stage stage) {
        switch (stage) {
            case MARK -> {
                doubtsBefore = core.ownersInDoubt.last();
                marked = core.markOwner(owner);
                isMarked = true;
            }
            case SEE -> {
                view = core.views.get();
                view.requireOpen();
            }
            case STORE -> askStore();
            case SETTLE -> settle();
            case FORGET -> {
                Generation<K> current = view == null ? null : view.current();
                if (known && current != null) {
                    forgetting.forgetIf(
                            current,
                            () -> onlyThisWrote(marked)
                                    && nothingInDoubt()
                                    && core.views.get().current() == current);
                }
            }
            case UNMARK -> {
                if (isMarked) {
                    core.unmarkOwner(owner);
                }
            }
        }
    }

    private void askStore() {
        unknown = true;
        try {
            had = store.getAsBoolean();
            unknown = false;
            known = true;
        } catch (StoreException problem) {
            unknown = problem.outcome() == Outcome.UNKNOWN;
            throw problem;
        }
    }

    private void settle() {
        if (unknown) {
            core.ownersInDoubt.add(owner);
        } else if (known && settlesDoubts) {
            core.ownersInDoubt.settle(owner, doubtsBefore);
        }
    }

    // what tests replace, to break it on purpose

    public boolean onlyThisWrote(long sinceMark) {
        return core.onlyThisWrote(owner, sinceMark);
    }

    public boolean nothingInDoubt() {
        return !core.hasKeyInDoubt(owner);
    }

    /**
     * Whether the owner had keys, when all steps are done.
     *
     * @throws StoreException if the store failed
     */
    public boolean result() {
        throwFailure();
        return had;
    }
}
