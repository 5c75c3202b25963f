package dev.bloomery.gate;

import java.lang.invoke.VarHandle;
import java.util.function.UnaryOperator;

/** The view of the moment, and the ways from one to the next. Reading it is wait-free; the ways take a lock, as they are rare. */
final class Views<K> {
    private volatile View<K> now = new View<>(GateState.BUILDING, null, null);

    View<K> get() {
        return now;
    }

    /**
     * Whether this is still the view of the moment, for who has read the bits of its filter: they were read while it was. The fence keeps the
     * processor and the compiler from reading them later.
     */
    boolean isStill(View<K> seen) {
        VarHandle.acquireFence();
        return now == seen;
    }

    /** From now on adds go to this generation, too. */
    void publish(Generation<K> building) {
        View<K> unused = change(view -> view.withBuilding(building));
    }

    /**
     * The generation is complete, and answers from now on.
     *
     * @return false if something happened that it may not know of: it must not answer
     */
    boolean swapTo(Generation<K> complete) {
        View<K> active = new View<>(GateState.ACTIVE, complete, null);
        return change(view -> view.building() == complete ? active : view) == active;
    }

    /**
     * The generation will not be completed.
     *
     * @return false if it was completed before, and answers now
     */
    boolean abandon(Generation<K> building) {
        return change(view -> view.building() == building ? view.withBuilding(null) : view)
                        .current()
                != building;
    }

    /**
     * Something may be in the store that no generation knows, the one under construction included: its scan may be past that already.
     *
     * @return the state before
     */
    GateState degrade() {
        return drop(GateState.DEGRADED);
    }

    /**
     * From now on nothing changes any more.
     *
     * @return the state before
     */
    GateState close() {
        return drop(GateState.CLOSED);
    }

    private synchronized GateState drop(GateState state) {
        GateState before = now.state();
        View<K> unused = change(view -> new View<>(state, null, null));
        return before;
    }

    /** What the view is afterwards. A closed one does not change. */
    private synchronized View<K> change(UnaryOperator<View<K>> change) {
        if (now.state() != GateState.CLOSED) {
            now = change.apply(now);
        }
        return now;
    }
}
