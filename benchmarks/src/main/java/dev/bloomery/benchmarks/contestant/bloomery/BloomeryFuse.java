package dev.bloomery.benchmarks.contestant.bloomery;

import dev.bloomery.Filters;
import dev.bloomery.FuseFilter;
import dev.bloomery.benchmarks.contestant.AskedInBatches;
import dev.bloomery.key.KeyEncoder;

/** Our filter that is built from all its keys at once. */
final class BloomeryFuse implements AskedInBatches {
    private final FuseFilter<Long> filter;

    private BloomeryFuse(FuseFilter<Long> filter) {
        this.filter = filter;
    }

    static BloomeryFuse of(int arity, long[] keys, double fpp) {
        return new BloomeryFuse(
                Filters.fuse(KeyEncoder.int64()).targetFpp(fpp).arity(arity).buildLongs(keys));
    }

    @Override
    public boolean mightContain(long key) {
        return filter.mightContainLong(key);
    }

    @Override
    public boolean[] mightContainEach(long[] keys) {
        return filter.mightContainEachLong(keys);
    }

    @Override
    public long sizeInBits() {
        return 8 * filter.info().memoryBytes();
    }
}
