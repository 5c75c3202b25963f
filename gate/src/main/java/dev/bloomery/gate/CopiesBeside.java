package dev.bloomery.gate;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.function.LongPredicate;

/**
 * Copies of keys for which a filter has no place, because it has as many copies of the same fingerprint as it can hold. They are counted by the hash of their
 * key: keys with the same hash are the same key to the filter. For one thread at a time.
 */
final class CopiesBeside {
    private final Map<Long, Integer> copies = new HashMap<>();

    boolean isEmpty() {
        return copies.isEmpty();
    }

    /** Keys that have copies here. */
    int keys() {
        return copies.size();
    }

    void add(long hash) {
        copies.merge(hash, 1, Integer::sum);
    }

    /** Takes one copy away; false if there is none. */
    boolean take(long hash) {
        Integer count = copies.get(hash);
        if (count == null) {
            return false;
        }
        if (count == 1) {
            copies.remove(hash);
        } else {
            copies.put(hash, count - 1);
        }
        return true;
    }

    /** Moves one copy, the first that there is a place for. */
    void moveOne(LongPredicate place) {
        Iterator<Map.Entry<Long, Integer>> all = copies.entrySet().iterator();
        while (all.hasNext()) {
            Map.Entry<Long, Integer> entry = all.next();
            if (place.test(entry.getKey())) {
                if (entry.getValue() == 1) {
                    all.remove();
                } else {
                    entry.setValue(entry.getValue() - 1);
                }
                return;
            }
        }
    }
}
