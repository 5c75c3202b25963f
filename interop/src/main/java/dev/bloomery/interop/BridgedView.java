package dev.bloomery.interop;

import dev.bloomery.AddResult;
import dev.bloomery.AddableFilter;
import dev.bloomery.info.FilterInfo;
import dev.bloomery.info.QuickInfo;

/**
 * A {@link BridgedFilter} for who wants more than it can do by a hash; see {@link BridgedFilter#asAddable}.
 */
final class BridgedView<K> implements AddableFilter<K> {
    private final BridgedFilter<K> both;
    private final AddableFilter<K> fresh;

    BridgedView(BridgedFilter<K> both) {
        this.both = both;
        this.fresh = both.fresh();
    }

    @Override
    public boolean mightContain(K key) {
        return both.mightContain(key);
    }

    @Override
    public boolean add(K key) {
        return both.add(key);
    }

    @Override
    public AddResult tryAdd(K key) {
        return both.tryAdd(key);
    }

    @Override
    public long hash(K key) {
        return fresh.hash(key);
    }

    @Override
    public long hashLong(long key) {
        return fresh.hashLong(key);
    }

    @Override
    public boolean mightContainHash(long hash) {
        return both.old().isPresent() || fresh.mightContainHash(hash);
    }

    /** Never true while the old filter may have the key: nobody can tell. */
    @Override
    public boolean addHash(long hash) {
        return fresh.addHash(hash) && both.old().isEmpty();
    }

    @Override
    public double expectedFpp() {
        return both.expectedFpp();
    }

    @Override
    public FilterInfo info() {
        return both.info();
    }

    /** That of the filter that takes the adds: when that is full, it is time for a larger one. */
    @Override
    public QuickInfo quickInfo() {
        return fresh.quickInfo();
    }

    /** Forgets the keys of the old filter, too. */
    @Override
    public void clear() {
        both.dropOld();
        fresh.clear();
    }

    @Override
    public String toString() {
        return both.toString();
    }
}
