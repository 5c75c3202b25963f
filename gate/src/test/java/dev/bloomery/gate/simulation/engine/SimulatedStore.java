package dev.bloomery.gate.simulation.engine;

import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreException.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;
import java.util.function.IntSupplier;

/** A store of the keys 0, 1, 2 ... that fails in every way that its contract allows. */
public final class SimulatedStore {
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
    private final Choices choices;
    private final IntSupplier clock;
    private final IntSupplier steps;
    private final int[] until;
    private final List<LateWrite> late = new ArrayList<>();

    SimulatedStore(Shape shape, Choices choices, IntSupplier clock, IntSupplier steps) {
        this.shape = shape;
        this.choices = choices;
        this.clock = clock;
        this.steps = steps;
        until = new int[shape.keys];
    }

    int keys() {
        return shape.keys;
    }

    public boolean ordersWrites() {
        return shape.ordersWrites;
    }

    public boolean isPresent(int key) {
        return until[key] > clock.getAsInt();
    }

    public void put(int key) {
        until[key] = shape.timeToLive == 0 ? Integer.MAX_VALUE : clock.getAsInt() + shape.timeToLive;
    }

    public void take(int key) {
        until[key] = 0;
    }

    /** A write was sent by somebody who is gone. */
    public void writeLater(StoreChange change, int key, int other) {
        BooleanSupplier effect = switch (change) {
            case INSERT -> () -> insert(key);
            case DELETE -> () -> delete(key);
            case REPLACE -> () -> replace(key, other);
            case PROLONG -> () -> prolong(key);
            case ADD_OR_PROLONG -> () -> insertOrProlong(key);
        };
        addLate(key, other, effect);
    }

    private boolean replace(int oldKey, int newKey) {
        return isPresent(oldKey) && !isPresent(newKey) && delete(oldKey) && insert(newKey);
    }

    private boolean insert(int key) {
        if (isPresent(key)) {
            return false;
        }
        put(key);
        return true;
    }

    private boolean delete(int key) {
        boolean was = isPresent(key);
        until[key] = 0;
        return was;
    }

    private boolean prolong(int key) {
        if (!isPresent(key)) {
            return false;
        }
        put(key);
        return true;
    }

    private boolean insertOrProlong(int key) {
        return !prolong(key) && insert(key);
    }

    /** Asks; may fail. */
    boolean contains(int key) {
        if (fails()) {
            throw new StoreException("the store cannot be reached", null);
        }
        return isPresent(key);
    }

    public BooleanSupplier inserting(int key, int begunAt) {
        return () -> write(key, key, begunAt, any -> true, () -> insert(key));
    }

    public BooleanSupplier deleting(int key, int begunAt) {
        return () -> write(key, key, begunAt, this::isPresent, () -> delete(key));
    }

    public BooleanSupplier prolonging(int key, int begunAt) {
        return () -> write(key, key, begunAt, any -> true, () -> prolong(key));
    }

    public BooleanSupplier insertingOrProlonging(int key, int begunAt) {
        return () -> write(key, key, begunAt, any -> true, () -> insertOrProlong(key));
    }

    public BooleanSupplier replacing(int oldKey, int newKey, int begunAt) {
        BooleanSupplier can = () -> isPresent(oldKey) && !isPresent(newKey);
        return () -> write(oldKey, newKey, begunAt, key -> can.getAsBoolean(), () -> replace(oldKey, newKey));
    }

    /** Keys 2 n and 2 n + 1. */
    public BooleanSupplier deletingOwner(int owner, int begunAt) {
        int first = 2 * owner;
        int second = Math.min(first + 1, shape.keys - 1);
        return () -> write(first, second, begunAt, this::isPresent, () -> {
            boolean hadFirst = delete(first);
            return delete(second) || hadFirst;
        });
    }

    private boolean fails() {
        return shape.failsOneIn > 0 && choices.oneIn(shape.failsOneIn);
    }

    /** @param waits whether it meets those that hold a lock on this key of its own */
    private boolean write(int key, int otherKey, int begunAt, IntPredicate waits, BooleanSupplier effect) {
        if (fails()) {
            switch (choices.below(shape.failsOneIn == 2 ? 8 : 4)) {
                case 0 -> throw new StoreException("refused", null, Outcome.NOT_DONE);
                case 1 -> throw new StoreException("cut off before it was done", null, Outcome.UNKNOWN);
                case 2 -> {
                    boolean unused = effect.getAsBoolean();
                    throw new StoreException("cut off when it was done", null, Outcome.UNKNOWN);
                }
                default -> {
                    addLate(key, otherKey, effect);
                    throw new IllegalStateException("cut off; it may be done later");
                }
            }
        }
        boolean waitsForOther = waits.test(otherKey);
        if (waits.test(key)) {
            endLateWrites(key, key, begunAt);
        }
        if (waitsForOther) {
            endLateWrites(otherKey, otherKey, begunAt);
        }
        return effect.getAsBoolean();
    }

    /** A write that may be done at any time from now on, or never. */
    private void addLate(int key, int otherKey, BooleanSupplier effect) {
        late.add(new LateWrite(key, otherKey, steps.getAsInt(), effect));
    }

    /** A store that orders writes ends the late ones of a key before it tells the outcome of one that began later. */
    public void endLateWrites(int key, int otherKey, int begunAt) {
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
        LateWrite write = late.remove(index);
        if (choices.below(2) == 0) {
            boolean unused = write.effect.getAsBoolean();
        }
    }
}
