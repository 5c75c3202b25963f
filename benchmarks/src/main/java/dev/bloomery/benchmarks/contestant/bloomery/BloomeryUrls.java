package dev.bloomery.benchmarks.contestant.bloomery;

import dev.bloomery.AddableFilter;
import dev.bloomery.benchmarks.contestant.BatchUrlFilter;

/** A filter of ours that strings are added to. */
final class BloomeryUrls implements BatchUrlFilter {
    private final AddableFilter<String> filter;

    BloomeryUrls(AddableFilter<String> filter) {
        this.filter = filter;
    }

    @Override
    public void add(String key) {
        filter.add(key);
    }

    @Override
    public boolean mightContain(String key) {
        return filter.mightContain(key);
    }

    @Override
    public void addAll(String[] keys) {
        filter.addAll(keys);
    }

    @Override
    public boolean[] mightContainEach(String[] keys) {
        return filter.mightContainEach(keys);
    }

    @Override
    public long sizeInBits() {
        return 8 * filter.info().memoryBytes();
    }
}
