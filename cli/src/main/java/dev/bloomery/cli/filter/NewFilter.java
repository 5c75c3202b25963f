package dev.bloomery.cli.filter;

import dev.bloomery.AddableFilter;
import dev.bloomery.Filters;
import dev.bloomery.FuseFilter;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.CountingSpec;
import dev.bloomery.spec.CuckooSpec;
import dev.bloomery.spec.FilterSpec;
import dev.bloomery.spec.FuseSpec;
import dev.bloomery.spec.KeyHash;
import dev.bloomery.spec.ScalableSpec;
import dev.bloomery.spec.Seed;
import dev.bloomery.spec.WindowedSpec;
import java.nio.ByteBuffer;
import java.util.function.ToLongFunction;

/** Makes filters from plans. */
public final class NewFilter {
    private static final double ANY_FPP = 0.5;

    private NewFilter() {}

    /** The hash of keys under a seed, before there is a filter. */
    public static ToLongFunction<ByteBuffer> hash(KeyHash hash, Seed seed) {
        return Filters.bloom(FilterKeys.ENCODER, BloomSpec.of(1, ANY_FPP).withHash(hash))
                .seed(seed)
                .build()::hash;
    }

    /** An empty filter that takes keys. */
    public static AddableFilter<ByteBuffer> empty(FilterSpec spec, Seed seed) {
        if (spec instanceof BloomSpec bloom) {
            return Filters.bloom(FilterKeys.ENCODER, bloom)
                    .seed(seed)
                    .singleWriter()
                    .build();
        }
        if (spec instanceof CountingSpec counting) {
            return Filters.countingBloom(FilterKeys.ENCODER, counting)
                    .seed(seed)
                    .singleWriter()
                    .build();
        }
        if (spec instanceof CuckooSpec cuckoo) {
            return Filters.cuckoo(FilterKeys.ENCODER, cuckoo)
                    .seed(seed)
                    .singleWriter()
                    .build();
        }
        if (spec instanceof ScalableSpec scalable) {
            return Filters.scalableBloom(FilterKeys.ENCODER, scalable)
                    .seed(seed)
                    .singleWriter()
                    .build();
        }
        if (spec instanceof WindowedSpec windowed) {
            return Filters.windowed(FilterKeys.ENCODER, windowed)
                    .seed(seed)
                    .singleWriter()
                    .build();
        }
        throw new IllegalArgumentException("a fuse filter takes no keys after it is built");
    }

    /** A fuse filter of these hashes. */
    public static FuseFilter<ByteBuffer> fuse(FuseSpec spec, Seed seed, long[] hashes) {
        return Filters.fuse(FilterKeys.ENCODER, spec).seed(seed).buildHashes(hashes);
    }
}
