package dev.bloomery.gate.simulation.engine;

import dev.bloomery.AddResult;
import dev.bloomery.AddableFilter;
import dev.bloomery.capacity.FilterFullException;
import dev.bloomery.info.FilterInfo;
import java.util.Arrays;
import java.util.function.IntSupplier;

/** A filter of the keys 0, 1, 2 ... that does exactly what the contract of a filter allows, and no better. */
public class ModelFilter implements AddableFilter<Integer> {
    /**
     * How the filters of a run are.
     *
     * @param keysShareMarks whether keys 2i and 2i + 1 cannot be told apart
     * @param falsePositives a bit for each key that tests <i>maybe</i> always
     * @param mostCopies copies of a key that fit
     * @param room copies of all keys that fit
     * @param window for how long a key is remembered; 0: for ever
     */
    public record Shape(boolean keysShareMarks, int falsePositives, int mostCopies, int room, int window) {}

    private final Shape shape;
    private final IntSupplier clock;
    private final int[] copies = new int[8];
    private final int[] until = new int[8];
    private int[] synced = new int[8];
    private int total;

    ModelFilter(Shape shape, IntSupplier clock) {
        this.shape = shape;
        this.clock = clock;
    }

    private int mark(long key) {
        return (int) (shape.keysShareMarks ? key >> 1 : key);
    }

    @Override
    public boolean mightContainHash(long key) {
        boolean remembered = shape.window == 0 || clock.getAsInt() < until[mark(key)];
        return (copies[mark(key)] > 0 && remembered) || (shape.falsePositives >> key & 1) != 0;
    }

    @Override
    public AddResult tryAdd(Integer key) {
        int mark = mark(key);
        boolean known = mightContainHash(key);
        if (copies[mark] == shape.mostCopies) {
            return AddResult.TOO_MANY_COPIES;
        }
        if (total == shape.room) {
            return AddResult.FULL;
        }
        copies[mark]++;
        total++;
        until[mark] = clock.getAsInt() + shape.window;
        return known ? AddResult.MAYBE_PRESENT : AddResult.ADDED;
    }

    final long copiesOf(Integer key) {
        return copies[mark(key)];
    }

    boolean removeOne(Integer key) {
        if (copies[mark(key)] == 0) {
            return false;
        }
        copies[mark(key)]--;
        total--;
        return true;
    }

    int mostCopies() {
        return shape.mostCopies;
    }

    int copies(Integer key) {
        return copies[mark(key)];
    }

    /** Forgets keys 2 n and 2 n + 1. */
    public void dropOwner(int owner) {
        for (int key = 2 * owner; key < 2 * owner + 2; key++) {
            total -= copies[mark(key)];
            copies[mark(key)] = 0;
        }
    }

    void sync() {
        synced = copies.clone();
    }

    /** Becomes what a crash has left of another one. */
    void load(ModelFilter other) {
        System.arraycopy(other.synced, 0, copies, 0, copies.length);
        total = Arrays.stream(copies).sum();
        sync();
    }

    /** Copies of all keys. */
    public int total() {
        return total;
    }

    @Override
    public boolean add(Integer key) {
        AddResult result = tryAdd(key);
        if (result == AddResult.FULL || result == AddResult.TOO_MANY_COPIES) {
            throw new FilterFullException("no room in the model");
        }
        return result == AddResult.ADDED;
    }

    @Override
    public boolean mightContain(Integer key) {
        return mightContainHash(key);
    }

    @Override
    public boolean addHash(long hash) {
        return add((int) hash);
    }

    @Override
    public long hash(Integer key) {
        return key;
    }

    @Override
    public long hashLong(long key) {
        return key;
    }

    @Override
    public double expectedFpp() {
        return 0.5;
    }

    @Override
    public void clear() {
        throw new AssertionError("a gate does not clear filters");
    }

    @Override
    public FilterInfo info() {
        throw new AssertionError("the protocol asks for no info");
    }
}
