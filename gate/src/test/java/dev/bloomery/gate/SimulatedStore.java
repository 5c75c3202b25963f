package dev.bloomery.gate;

import dev.bloomery.gate.StoreException.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/** A store of the keys 0, 1, 2 ... that fails in every way that its contract allows. */
final class SimulatedStore {
    /**
     * How the store of a run is.
     *
     * @param keys how many keys there are
     * @param failsOneIn how seldom a call fails; 0: never
     * @param ordersWrites see {@link KeyStore#ordersWrites}
     * @param timeToLive for how long a key is there; 0: for ever
     */
    record Shape(int keys, int failsOneIn, boolean ordersWrites, int timeToLive) {}

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

    boolean ordersWrites() {
        return shape.ordersWrites;
    }

    boolean isPresent(int key) {
        return until[key] > clock.getAsInt();
    }

    void put(int key) {
        until[key] = shape.timeToLive == 0 ? Integer.MAX_VALUE : clock.getAsInt() + shape.timeToLive;
    }

    void take(int key) {
        until[key] = 0;
    }

    /** An insert was sent by somebody who is gone. */
    void insertLater(int key) {
        addLate(key, key, () -> insert(key));
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

    /** Asks; may fail. */
    boolean contains(int key) {
        if (fails()) {
            throw new StoreException("the store cannot be reached", null);
        }
        return isPresent(key);
    }

    BooleanSupplier inserting(int key, int begunAt) {
        return () -> write(key, key, begunAt, () -> insert(key));
    }

    BooleanSupplier deleting(int key, int begunAt) {
        return () -> write(key, key, begunAt, () -> delete(key));
    }

    BooleanSupplier prolonging(int key, int begunAt) {
        return () -> write(key, key, begunAt, () -> prolong(key));
    }

    BooleanSupplier replacing(int oldKey, int newKey, int begunAt) {
        return () -> write(oldKey, newKey, begunAt, () -> {
            boolean can = isPresent(oldKey) && !isPresent(newKey);
            return can && delete(oldKey) && insert(newKey);
        });
    }

    private boolean fails() {
        return shape.failsOneIn > 0 && choices.oneIn(shape.failsOneIn);
    }

    private boolean write(int key, int otherKey, int begunAt, BooleanSupplier effect) {
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
        endLateWrites(key, otherKey, begunAt);
        return effect.getAsBoolean();
    }

    /** A write that may be done at any time from now on, or never. */
    private void addLate(int key, int otherKey, BooleanSupplier effect) {
        late.add(new LateWrite(key, otherKey, steps.getAsInt(), effect));
    }

    /** A store that orders writes ends the late ones of a key before it tells the outcome of one that began later. */
    void endLateWrites(int key, int otherKey, int begunAt) {
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
