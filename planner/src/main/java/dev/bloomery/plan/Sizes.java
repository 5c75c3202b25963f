package dev.bloomery.plan;

import dev.bloomery.spec.BloomSizing;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.CountingSpec;
import dev.bloomery.spec.CuckooSizing;
import dev.bloomery.spec.CuckooSpec;
import dev.bloomery.spec.FuseSizing;
import dev.bloomery.spec.FuseSpec;
import dev.bloomery.spec.Layout;

/** Sizes a filter of each kind for a question, by the plans of the kinds themselves. */
final class Sizes {
    private static final int COUNTER_BITS = 4;

    private Sizes() {}

    /** @throws IllegalArgumentException if the kind has no size for it; the message says why */
    static Sized of(Kind kind, Question question) {
        long keys = question.totalKeys();
        double fpp = question.targetFpp();
        return switch (kind) {
            case BLOOM_BLOCKED -> bloom(BloomSpec.of(keys, fpp).withLayout(Layout.BLOCKED));
            case BLOOM_CLASSIC -> bloom(BloomSpec.of(keys, fpp).withLayout(Layout.CLASSIC));
            case CUCKOO -> cuckoo(CuckooSpec.of(keys, fpp).sized());
            case COUNTING -> counting(new CountingSpec(BloomSpec.of(keys, fpp), COUNTER_BITS).sized());
            case SCALABLE -> ScalableModel.size(question);
            case FUSE_3 -> fuse(FuseSpec.of(fpp).withKeys(keys));
            case FUSE_4 -> fuse(FuseSpec.of(fpp).withKeys(keys).withArity(4));
            case WINDOWED -> WindowedModel.size(question);
            case FAMILY -> FamilyModel.size(question);
        };
    }

    private static Sized bloom(BloomSpec open) {
        BloomSpec spec = open.sized();
        BloomSizing size = spec.size().orElseThrow();
        return Sized.of(
                spec, size.memoryBytes(), size.fpp(spec.capacity()), size.cacheLinesPerQuery(), size.fitsHeap());
    }

    private static Sized cuckoo(CuckooSpec spec) {
        CuckooSizing size = spec.size().orElseThrow();
        return Sized.of(
                spec, size.memoryBytes(), size.fpp(spec.capacity()), size.cacheLinesPerQuery(), size.fitsHeap());
    }

    private static Sized counting(CountingSpec spec) {
        double fpp = spec.positions().size().orElseThrow().fpp(spec.capacity());
        return Sized.of(spec, spec.memoryBytes(), fpp, spec.cacheLinesPerQuery(), spec.fitsHeap());
    }

    private static Sized fuse(FuseSpec spec) {
        FuseSizing size = spec.size();
        Sized sized = Sized.of(spec, size.memoryBytes(), size.fpp(), size.cacheLinesPerQuery(), true);
        return size.shards() == 1 ? sized : sized.asEstimate();
    }
}
