package dev.bloomery.gate.internal.state;

import dev.bloomery.gate.internal.generation.Generation;
import dev.bloomery.gate.internal.generation.Generations;
import dev.bloomery.gate.report.GateState;
import dev.bloomery.gate.store.StoreLocks.Epoch;
import java.lang.invoke.VarHandle;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The view of the moment, and the ways from one to the next. Reading it is wait-free; the ways take a lock, as they are rare. */
public final class GateViews<K> {
    private static final System.Logger LOG = System.getLogger("dev.bloomery.gate");

    private final Generations<K> generations;
    private volatile GateView<K> now;
    private volatile boolean othersMayWrite; // changed under the lock

    /** @param first a generation that has every key of the store, as the process before has said, if there is one; it gets every add, and answers when it is {@link #activate}d */
    public GateViews(Generations<K> generations, @Nullable Generation<K> first) {
        this.generations = generations;
        now = new GateView<>(GateState.BUILDING, first, null);
    }

    /**
     * The first generation answers from now on.
     *
     * @return false if it was given up or replaced before
     */
    public synchronized boolean activate(Generation<K> first) {
        if (othersMayWrite || now.state() != GateState.BUILDING || now.current() != first) {
            return false;
        }
        now = new GateView<>(GateState.ACTIVE, first, now.building());
        return true;
    }

    /**
     * The first generation does not have every key of the store, and will not answer.
     *
     * @return false if it was given up or replaced before
     * @throws RuntimeException if a crash would still leave it behind; then the gate is closed
     */
    public synchronized boolean reject(Generation<K> first) {
        if (now.state() != GateState.BUILDING || now.current() != first) {
            return false;
        }
        leaveNothingBehind();
        now = new GateView<>(GateState.BUILDING, null, now.building());
        return true;
    }

    public GateView<K> get() {
        return now;
    }

    /**
     * Whether this is still the view of the moment, for who has read the bits of its filter: they were read while it was. The fence keeps the
     * processor and the compiler from reading them later.
     */
    public boolean isStill(GateView<K> seen) {
        VarHandle.acquireFence();
        return now == seen;
    }

    /** From now on adds go to this generation, too; unless others may write: then it will not be completed. */
    public void publish(Generation<K> building) {
        GateView<K> unused = change(view -> othersMayWrite ? view : view.withBuilding(building));
    }

    /** Whether another gate may write the store. Then nothing answers, and nothing is built. */
    public boolean othersMayWrite() {
        return othersMayWrite;
    }

    /** Others may write already when the gate begins. A generation of the process before gets every add, and is not activated. */
    public synchronized void beginAmongOthers() {
        othersMayWrite = true;
    }

    /**
     * Others may write from the return on. As {@link #degrade}, and nothing changes that until {@link #endOthers}.
     *
     * @return the view before
     * @throws RuntimeException as {@link #degrade} does
     */
    public synchronized GateView<K> letOthersWrite() {
        othersMayWrite = true;
        boolean hasNothing = now.current() == null && now.building() == null;
        return hasNothing && now.state() == GateState.BUILDING ? now : degradeNow();
    }

    /**
     * Others write no more, since before this was called.
     *
     * @param epoch in which that is so; null if the store keeps none
     * @throws RuntimeException if a crash would leave a generation behind with another epoch; then the gate is closed
     */
    public synchronized void endOthers(@Nullable Epoch epoch) {
        if (now.state() == GateState.CLOSED) {
            return; // its directory may belong to another gate by now
        }
        try {
            generations.noteEpoch(epoch);
        } catch (RuntimeException problem) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "a crash will cost the gate a scan: its directory cannot be written",
                    problem);
            leaveNothingBehind();
        }
        othersMayWrite = false;
    }

    /**
     * The generation is complete, and answers from now on, also after a crash where there is something that outlives one.
     *
     * @return false if something happened that it may not know of: it must not answer
     */
    public synchronized boolean swapTo(Generation<K> complete) {
        if (now.building() != complete) {
            return false;
        }
        try {
            generations.complete(complete);
        } catch (RuntimeException problem) {
            leaveNothingBehind(); // it may name either of the two
            throw problem;
        }
        now = new GateView<>(GateState.ACTIVE, complete, null);
        return true;
    }

    /** If that fails, nothing may be written any more. */
    private void leaveNothingBehind() {
        try {
            generations.incomplete();
        } catch (RuntimeException problem) {
            now = new GateView<>(GateState.CLOSED, now.current(), null);
            throw problem;
        }
    }

    /**
     * The generation will not be completed.
     *
     * @return false if it was completed before, and answers now
     */
    public boolean abandon(Generation<K> building) {
        return change(view -> view.building() == building ? view.withBuilding(null) : view)
                        .current()
                != building;
    }

    /**
     * Something may be in the store that no generation knows, the one under construction included: its scan may be past that already.
     *
     * @return the view before
     * @throws RuntimeException if a crash would still leave a generation behind; then the gate is closed
     */
    public synchronized GateView<K> degrade() {
        return degradeNow();
    }

    /**
     * Something is in the store that this generation does not know.
     *
     * @return false if it had been replaced or given up before; then nothing was done
     * @throws RuntimeException as {@link #degrade} does
     */
    public synchronized boolean degradeIfCurrent(Generation<K> incomplete) {
        if (now.current() != incomplete) {
            return false;
        }
        GateView<K> unused = degradeNow();
        return true;
    }

    private GateView<K> degradeNow() {
        GateView<K> before = now;
        if (before.state() != GateState.CLOSED) {
            leaveNothingBehind();
            now = new GateView<>(GateState.DEGRADED, null, null);
        }
        return before;
    }

    /**
     * From now on nothing changes any more.
     *
     * @return the view before
     */
    public synchronized GateView<K> close() {
        GateView<K> before = now;
        now = new GateView<>(GateState.CLOSED, null, null);
        return before;
    }

    /** What the view is afterwards. A closed one does not change. */
    private synchronized GateView<K> change(UnaryOperator<GateView<K>> change) {
        if (now.state() != GateState.CLOSED) {
            now = change.apply(now);
        }
        return now;
    }
}
