package dev.bloomery.cli.filter;

import dev.bloomery.Filters;
import dev.bloomery.FuseFilter;
import dev.bloomery.HeapFilter;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.FilterSpec;
import dev.bloomery.spec.FuseSpec;
import dev.bloomery.spec.KeyHash;
import dev.bloomery.spec.Seed;
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
    public static HeapFilter<ByteBuffer> empty(FilterSpec spec, Seed seed) {
        return Filters.addable(FilterKeys.ENCODER, spec)
                .seed(seed)
                .singleWriter()
                .build();
    }

    /** A fuse filter of these hashes. */
    public static FuseFilter<ByteBuffer> fuse(FuseSpec spec, Seed seed, long[] hashes) {
        return Filters.fuse(FilterKeys.ENCODER, spec).seed(seed).buildHashes(hashes);
    }
}
