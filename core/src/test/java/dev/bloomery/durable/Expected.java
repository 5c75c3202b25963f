package dev.bloomery.durable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * What may be found after a crash, of the keys of one thread: the state after some number of its changes, at least those that were promised and
 * at most those that were begun. Of kinds that cannot remove, keys of changes that were begun later may be in, too.
 */
final class Expected {
    private final boolean counts;
    /** What is there for certain before the first change. */
    private int[] base;
    /** The same, but what a rebuild from kept hashes finds: without keys that came with a snapshot by chance. */
    private int[] kept;

    private final List<Change> changes = new ArrayList<>();
    private int promised;

    Expected(int keys, boolean counts) {
        this.base = new int[keys];
        this.kept = new int[keys];
        this.counts = counts;
    }

    Expected copy() {
        Expected copy = new Expected(base.length, counts);
        copy.base = base;
        copy.kept = kept;
        copy.changes.addAll(changes);
        copy.promised = promised;
        return copy;
    }

    void begin(List<Change> more) {
        changes.addAll(more);
    }

    int begun() {
        return changes.size();
    }

    /** The last ones had no effect: they were refused. */
    void takeBack(int count) {
        changes.subList(changes.size() - count, changes.size()).clear();
    }

    /** So many of them are there after the next crash. */
    void promise(int count) {
        promised = Math.max(promised, count);
    }

    void promiseAll() {
        promise(changes.size());
    }

    int promised() {
        return promised;
    }

    /** The state if everything has happened. */
    int[] present() {
        return after(base, changes.size());
    }

    private int[] after(int[] from, int count) {
        int[] state = from.clone();
        for (Change change : changes.subList(0, count)) {
            change.applyTo(state, counts);
        }
        return state;
    }

    /**
     * Looks at what was found; then all of that is promised.
     *
     * @return what is wrong with it; nothing if it is one of the possible states
     */
    String find(IntUnaryOperator found) {
        int[] observed = observe(found);
        int[] keptForCertain = null;
        for (int count = promised; count <= changes.size(); count++) {
            if (isState(observed, base, count)) {
                // there may be several: a key that was cleared may have come back with a snapshot
                keptForCertain =
                        keptForCertain == null ? after(kept, count) : least(keptForCertain, after(kept, count));
            }
        }
        if (keptForCertain != null) {
            kept = keptForCertain;
            base = observed;
            changes.clear();
            promised = 0;
            return "";
        }
        return "of " + changes.size() + " changes " + promised + " were promised; "
                + difference(observed, after(base, promised)) + " from the state after these";
    }

    /** The same for a filter made of kept hashes, right after {@link #find}. */
    String findKept(IntUnaryOperator found) {
        int[] observed = observe(found);
        if (counts) {
            return Arrays.equals(observed, base) ? "" : "kept hashes: " + difference(observed, base);
        }
        for (int key = 0; key < observed.length; key++) {
            if (observed[key] < kept[key] || observed[key] > base[key]) {
                return "kept hashes: " + difference(observed, kept);
            }
        }
        return "";
    }

    private int[] observe(IntUnaryOperator found) {
        int[] observed = new int[base.length];
        for (int key = 0; key < observed.length; key++) {
            observed[key] = found.applyAsInt(key);
        }
        return observed;
    }

    private boolean isState(int[] observed, int[] from, int count) {
        int[] least = after(from, count);
        int[] most = least;
        if (!counts) {
            most = least.clone();
            for (Change change : changes.subList(count, changes.size())) {
                if (change.type() == Change.Type.ADD) {
                    change.applyTo(most, false);
                }
            }
        }
        for (int key = 0; key < observed.length; key++) {
            if (observed[key] < least[key] || observed[key] > most[key]) {
                return false;
            }
        }
        return true;
    }

    private static int[] least(int[] one, int[] other) {
        int[] least = new int[one.length];
        Arrays.setAll(least, key -> Math.min(one[key], other[key]));
        return least;
    }

    private static String difference(int[] observed, int[] expected) {
        StringBuilder text = new StringBuilder();
        int differences = 0;
        for (int key = 0; key < observed.length; key++) {
            if (observed[key] != expected[key] && differences++ < 3) {
                text.append("key ")
                        .append(key)
                        .append(" is in ")
                        .append(observed[key])
                        .append(" times and not ")
                        .append(expected[key])
                        .append(", ");
            }
        }
        return text.append(differences).append(" differences").toString();
    }
}
