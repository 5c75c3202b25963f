package dev.bloomery.gate;

import dev.bloomery.AddableFilter;
import dev.bloomery.BloomSpec;
import dev.bloomery.CountingSpec;
import dev.bloomery.CuckooSpec;
import dev.bloomery.FilterSpec;
import dev.bloomery.Filters;
import dev.bloomery.ScalableSpec;
import dev.bloomery.WindowedSpec;
import dev.bloomery.key.KeyEncoder;
import java.util.Objects;
import java.util.function.Supplier;

/** Filters by a plan, each with a secret of its own. */
final class SpecFilters {
    private SpecFilters() {}

    static <K> Supplier<AddableFilter<K>> of(KeyEncoder<K> encoder, FilterSpec spec) {
        Objects.requireNonNull(encoder, "encoder");
        if (Objects.requireNonNull(spec, "spec") instanceof BloomSpec bloom) {
            return () -> Filters.bloom(encoder, bloom).build();
        }
        if (spec instanceof CountingSpec counting) {
            return () -> Filters.countingBloom(encoder, counting).build();
        }
        if (spec instanceof CuckooSpec cuckoo) {
            return () -> Filters.cuckoo(encoder, cuckoo).build();
        }
        if (spec instanceof ScalableSpec scalable) {
            return () -> Filters.scalableBloom(encoder, scalable).build();
        }
        if (spec instanceof WindowedSpec windowed) {
            return () -> Filters.windowed(encoder, windowed).build();
        }
        throw takesNoKeys(spec);
    }

    static IllegalArgumentException takesNoKeys(FilterSpec spec) {
        return new IllegalArgumentException("spec is '" + spec
                + "', a filter that takes no keys once it is built; use bloom, counting, cuckoo, scalable or windowed");
    }
}
