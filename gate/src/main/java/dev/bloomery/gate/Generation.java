package dev.bloomery.gate;

import dev.bloomery.AddResult;
import dev.bloomery.AddableFilter;
import dev.bloomery.RemovableFilter;
import org.jspecify.annotations.Nullable;

/**
 * One filter of a gate: complete at some time, and then replaced by the next.
 *
 * <p>A kind that removes holds a copy of the key for each write that added it, and counts on each being taken back once at most. Where it
 * cannot hold another copy (a cuckoo filter has room for eight), nothing may be taken back any more: {@link #keepAll}.
 */
final class Generation<K> {
    private final AddableFilter<K> filter;
    private final @Nullable RemovableFilter<K> removable;
    private final double promisedFpp;
    private boolean keepsAll;

    Generation(AddableFilter<K> filter, double promisedFpp) {
        this.filter = filter;
        this.removable = filter instanceof RemovableFilter<K> can ? can : null;
        this.promisedFpp = promisedFpp;
    }

    AddableFilter<K> filter() {
        return filter;
    }

    double promisedFpp() {
        return promisedFpp;
    }

    boolean mightContain(K key) {
        return filter.mightContain(key);
    }

    AddResult add(K key) {
        return filter.tryAdd(key);
    }

    /** Takes back one add of the key, where the kind can. Only for an add that was made here. */
    synchronized void takeBack(K key) {
        if (removable != null && !keepsAll) {
            boolean unused = removable.remove(key);
        }
    }

    synchronized boolean keepsAll() {
        return keepsAll;
    }

    /** From the return on nothing is taken back: a key that tests <i>maybe</i> then does so for ever, however many copies it has. */
    synchronized void keepAll() {
        keepsAll = true;
    }
}
