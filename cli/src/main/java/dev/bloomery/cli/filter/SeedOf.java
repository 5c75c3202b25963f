package dev.bloomery.cli.filter;

import dev.bloomery.BloomFilter;
import dev.bloomery.CountingBloomFilter;
import dev.bloomery.CuckooFilter;
import dev.bloomery.HashedFilter;
import dev.bloomery.ScalableBloomFilter;
import dev.bloomery.WindowedFilter;
import dev.bloomery.spec.SeededSpec;

/** The plan and the secret of a filter of any kind. */
final class SeedOf {

    private SeedOf() {}

    static SeededSpec filter(HashedFilter<?> filter) {
        if (filter instanceof BloomFilter<?> bloom) {
            return bloom.seededSpec();
        }
        if (filter instanceof CountingBloomFilter<?> counting) {
            return counting.seededSpec();
        }
        if (filter instanceof CuckooFilter<?> cuckoo) {
            return cuckoo.seededSpec();
        }
        if (filter instanceof ScalableBloomFilter<?> scalable) {
            return scalable.seededSpec();
        }
        if (filter instanceof WindowedFilter<?> windowed) {
            return windowed.seededSpec();
        }
        throw new IllegalArgumentException("a fuse filter cannot be made like another: it has the size of its keys");
    }
}
