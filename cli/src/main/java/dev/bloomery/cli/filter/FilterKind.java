package dev.bloomery.cli.filter;

import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.CountingSpec;
import dev.bloomery.spec.CuckooSpec;
import dev.bloomery.spec.FilterSpec;
import dev.bloomery.spec.FuseSpec;
import dev.bloomery.spec.ScalableSpec;
import java.util.Locale;

/** Kinds of filters, as they are named on the command line. */
public enum FilterKind {
    BLOOM,
    COUNTING,
    CUCKOO,
    SCALABLE,
    FUSE,
    WINDOWED;

    /** A plan for so many keys; kinds that grow by themselves begin with them. Not for windowed ones, which want a window. */
    public FilterSpec spec(long keys, double fpp) {
        return switch (this) {
            case BLOOM -> BloomSpec.of(keys, fpp);
            case COUNTING -> CountingSpec.of(keys, fpp);
            case CUCKOO -> CuckooSpec.of(keys, fpp);
            case SCALABLE -> ScalableSpec.of(fpp).withFirstCapacity(Math.max(1, keys));
            case FUSE -> FuseSpec.of(fpp);
            case WINDOWED ->
                throw new IllegalArgumentException("--kind windowed needs --window, and --keys for one window");
        };
    }

    /** The kind that a plan is of. */
    public static FilterKind of(FilterSpec spec) {
        return valueOf(spec.kind().name());
    }

    /** Whether a key can be taken back: such a filter counts how often a key was added. */
    public boolean removes() {
        return dev.bloomery.spec.FilterKind.valueOf(name()).removes();
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
