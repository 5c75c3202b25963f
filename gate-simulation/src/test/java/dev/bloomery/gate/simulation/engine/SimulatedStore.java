package dev.bloomery.gate.simulation.engine;

import dev.bloomery.gate.store.ExpiringKeyStore;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreException.Outcome;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/** A store of the keys 0, 1, 2 ... that fails in every way that its contract allows. */
public final class SimulatedStore implements ExpiringKeyStore<Integer> {
    /**
     * How the store of a run is.
     *
     * @param keys how many keys there are
     * @param failsOneIn how seldom a call fails; 0: never
     * @param ordersWrites see {@link dev.bloomery.gate.store.KeyStore#ordersWrites}
     * @param timeToLive for how long a key is there; 0: for ever
     */
    public record Shape(int keys, int failsOneIn, boolean ordersWrites, int timeToLive) {}

    /** A write of which nobody knows when it will be done. */
    private record LateWrite(int key, int otherKey, int returnedAt, BooleanSupplier effect) {}

    private final Shape shape;
    private final Simulation simulation;
    private final Choices choices;
    private final int[] until;
    private final boolean[] locked;
    private final List<LateWrite> late = new ArrayList<>();

    SimulatedStore(Shape shape, Simulation simulation) {
        this.shape = shape;
        this.simulation = simulation;
        this.choices = simulation.choices();
        until = new int[shape.keys];
        locked = new boolean[shape.keys];
    }

    int keys() {
        return shape.keys;
    }

    @Override
    public boolean ordersWrites() {
        return simulation.protocol().ordersWrites(shape.ordersWrites);
    }

    public boolean isPresent(int key) {
        return until[key] > simulation.now();
    }

    public void put(int key) {
        until[key] = shape.timeToLive == 0 ? Integer.MAX_VALUE : simulation.now() + shape.timeToLive;
        simulation.witness();
    }

    public void take(int key) {
        until[key] = 0;
        simulation.witness();
    }

    private boolean replaceNow(int oldKey, int newKey) {
        if (!isPresent(oldKey) || isPresent(newKey)) {
            return false;
        }
        until[oldKey] = 0;
        put(newKey); // one step for who looks
        return true;
    }

    private boolean insertNow(int key) {
        if (isPresent(key)) {
            return false;
        }
        put(key);
        return true;
    }

    private boolean deleteNow(int key) {
        boolean was = isPresent(key);
        take(key);
        return was;
    }

    private boolean prolongNow(int key) {
        if (!isPresent(key)) {
            return false;
        }
        put(key);
        return true;
    }

    // lookups

    /** Asks; may fail. */
    @Override
    public boolean contains(Integer key) {
        simulation.point(Part.STORE);
        if (fails()) {
            throw new StoreException("the store cannot be reached", null);
        }
        return isPresent(key);
    }

    @Override
    public Set<Integer> containsWhich(Collection<? extends Integer> keys) {
        simulation.point(Part.STORE);
        Set<Integer> found = new HashSet<>();
        for (Integer key : keys) {
            if (fails()) {
                throw new StoreException("the store cannot be reached", null);
            }
            if (isPresent(key)) {
                found.add(key);
            }
        }
        return found;
    }

    /** Key by key, so that anything may happen between two of them; cut short now and then. */
    @Override
    public long scan(Consumer<? super Integer> sink) {
        simulation.protocol().beforeScan(simulation);
        long counted = 0;
        for (int key = 0; key < shape.keys; key++) {
            simulation.point(Part.STORE);
            if (shape.failsOneIn > 0 && choices.oneIn(16)) {
                return simulation.protocol().counted(counted, counted + 1); // the store had one more to hand over
            }
            if (isPresent(key)) {
                counted++;
                sink.accept(key);
            }
        }
        return counted;
    }

    // writes

    @Override
    public boolean insert(Integer key) {
        return write(StoreChange.INSERT, key, key, any -> true, () -> insertNow(key));
    }

    @Override
    public boolean delete(Integer key) {
        return write(StoreChange.DELETE, key, key, this::isPresent, () -> deleteNow(key));
    }

    @Override
    public boolean replace(Integer oldKey, Integer newKey) {
        IntPredicate can = any -> isPresent(oldKey) && !isPresent(newKey);
        return write(StoreChange.REPLACE, oldKey, newKey, can, () -> replaceNow(oldKey, newKey));
    }

    /** Lets the life of a key begin anew, if it is there. */
    public boolean prolong(int key) {
        return write(StoreChange.PROLONG, key, key, any -> true, () -> prolongNow(key));
    }

    @Override
    public boolean insertOrProlong(Integer key) {
        return write(StoreChange.ADD_OR_PROLONG, key, key, any -> true, () -> !prolongNow(key) && insertNow(key));
    }

    /** Keys 2 n and 2 n + 1. */
    public boolean deleteOwner(int owner) {
        int first = 2 * owner;
        int second = Math.min(first + 1, shape.keys - 1);
        return write(StoreChange.DELETE_OWNER, first, second, this::isPresent, () -> {
            boolean had = isPresent(first) || isPresent(second);
            until[first] = 0;
            take(second);
            return had;
        });
    }

    /** What a transaction of the caller is going to do, told before its commit. */
    @FunctionalInterface
    public interface BeforeCommit {
        /**
         * Hears it.
         *
         * @param wasThere the key to be inserted is there, and is not inserted
         * @param deletes the key to be deleted is there, and is deleted
         */
        void tell(boolean wasThere, boolean deletes);
    }

    /** A transaction of the caller that inserts a key and deletes another: its rows are locked from its first statement to its commit. */
    public void commit(int inserted, int deleted, BeforeCommit before) {
        simulation.waitUntil(() -> areFree(inserted, deleted));
        endLateWrites(inserted, inserted, simulation.runningSince());
        if (isPresent(deleted)) {
            endLateWrites(deleted, deleted, simulation.runningSince());
        }
        lock(inserted, deleted, true);
        try {
            boolean wasThere = isPresent(inserted);
            boolean deletes = deleted != inserted && isPresent(deleted);
            before.tell(wasThere, deletes);
            simulation.point(Part.STORE);
            if (deletes) {
                until[deleted] = 0;
            }
            if (!wasThere) {
                put(inserted);
            }
            simulation.witness();
        } finally {
            lock(inserted, deleted, false);
        }
    }

    private boolean areFree(int key, int other) {
        return !locked[key] && !locked[other];
    }

    private void lock(int key, int other, boolean isLocked) {
        locked[key] = isLocked;
        locked[other] = isLocked;
    }

    private boolean fails() {
        return shape.failsOneIn > 0 && choices.oneIn(shape.failsOneIn);
    }

    /** @param waits whether it meets those that hold a lock on this key of its own */
    private boolean write(StoreChange change, int key, int other, IntPredicate waits, BooleanSupplier effect) {
        Protocol protocol = simulation.protocol();
        int begunAt = simulation.runningSince();
        protocol.beforeStore(simulation, change, key, other);
        try {
            simulation.waitUntil(() -> areFree(key, other));
        } catch (Gone gone) {
            if (simulation.isCrashing() && choices.below(2) == 0) {
                addLate(key, other, effect); // it was sent before the process was gone
            }
            throw gone;
        }
        boolean done = false;
        try {
            done = protocol.store(() -> writeNow(key, other, begunAt, waits, effect));
        } finally {
            protocol.afterStore(simulation, change, key, done);
        }
        return protocol.reported(simulation, change, key, other, done);
    }

    private boolean writeNow(int key, int other, int begunAt, IntPredicate waits, BooleanSupplier effect) {
        if (fails()) {
            switch (choices.below(shape.failsOneIn == 2 ? 8 : 4)) {
                case 0 -> throw new StoreException("refused", null, Outcome.NOT_DONE);
                case 1 -> throw new StoreException("cut off before it was done", null, Outcome.UNKNOWN);
                case 2 -> {
                    boolean unused = effect.getAsBoolean();
                    throw new StoreException("cut off when it was done", null, Outcome.UNKNOWN);
                }
                default -> {
                    addLate(key, other, effect);
                    throw new IllegalStateException("cut off; it may be done later");
                }
            }
        }
        boolean waitsForOther = waits.test(other);
        if (waits.test(key)) {
            endLateWrites(key, key, begunAt);
        }
        if (waitsForOther) {
            endLateWrites(other, other, begunAt);
        }
        return effect.getAsBoolean();
    }

    /** A write that may be done at any time from now on, or never. */
    private void addLate(int key, int otherKey, BooleanSupplier effect) {
        late.add(new LateWrite(key, otherKey, simulation.steps(), effect));
    }

    /** A store that orders writes ends the late ones of a key before it tells the outcome of one that began later. */
    private void endLateWrites(int key, int otherKey, int begunAt) {
        for (LateWrite write : late.isEmpty() ? late : List.copyOf(late)) {
            boolean same =
                    write.key == key || write.otherKey == key || write.key == otherKey || write.otherKey == otherKey;
            if (shape.ordersWrites && same && write.returnedAt <= begunAt) {
                endLate(late.indexOf(write));
            }
        }
    }

    int lateWrites() {
        return late.size();
    }

    /** A late write is done, or will never be. */
    void endLate(int index) {
        if (!areFree(late.get(index).key, late.get(index).otherKey)) {
            return; // it waits for the transaction that has its rows
        }
        LateWrite write = late.remove(index);
        if (choices.below(2) == 0) {
            boolean unused = write.effect.getAsBoolean();
        }
    }
}
