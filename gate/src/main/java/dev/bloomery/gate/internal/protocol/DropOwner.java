package dev.bloomery.gate.internal.protocol;

import dev.bloomery.gate.internal.generation.Generation;
import dev.bloomery.gate.internal.state.GateCore;
import dev.bloomery.gate.internal.state.GateView;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreException.Outcome;
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
 *
 * <p>For one thread, once.
 */
public final class DropOwner<K> {
    /** Makes a generation forget an owner. */
    @FunctionalInterface
    public interface Forgetting<K> {
        /** Forgets, if this holds while nobody adds a key of the owner. */
        void forgetIf(Generation<K> generation, BooleanSupplier mayForget);
    }

    private final GateCore<K> core;
    private final Object owner;
    private final BooleanSupplier store;
    private final Forgetting<K> forgetting;
    private final boolean settlesDoubts;

    private boolean unknown;

    /**
     * @param store deletes all keys of the owner, and says whether there were any
     * @param settlesDoubts whether a known outcome proves that earlier ones of the same owner have ended
     */
    public DropOwner(
            GateCore<K> core, Object owner, BooleanSupplier store, Forgetting<K> forgetting, boolean settlesDoubts) {
        this.core = core;
        this.owner = owner;
        this.store = store;
        this.forgetting = forgetting;
        this.settlesDoubts = settlesDoubts;
    }

    /**
     * Does it.
     *
     * @return whether the owner had keys
     * @throws StoreException if the store failed
     */
    public boolean run() {
        long doubtsBefore = core.ownersInDoubt.last();
        long marked = core.markOwner(owner);
        try {
            GateView<K> view = core.views.get();
            view.requireOpen();
            boolean had = askStore();
            if (settlesDoubts) {
                core.ownersInDoubt.settle(owner, doubtsBefore);
            }
            forget(view.current(), marked);
            return had;
        } finally {
            if (unknown) {
                core.doubtOwner(owner);
            }
            core.unmarkOwner(owner);
        }
    }

    private boolean askStore() {
        unknown = true;
        try {
            boolean had = store.getAsBoolean();
            unknown = false;
            return had;
        } catch (StoreException problem) {
            unknown = problem.outcome() == Outcome.UNKNOWN;
            throw problem;
        }
    }

    private void forget(@Nullable Generation<K> current, long marked) {
        if (current != null) {
            forgetting.forgetIf(
                    current,
                    () -> core.onlyThisWrote(owner, marked)
                            && !core.hasKeyInDoubt(owner)
                            && core.views.get().current() == current);
        }
    }
}
