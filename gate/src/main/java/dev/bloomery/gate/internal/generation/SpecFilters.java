package dev.bloomery.gate.internal.generation;

import dev.bloomery.AddableFilter;
import dev.bloomery.FilterBuilder;
import dev.bloomery.Filters;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.CountingSpec;
import dev.bloomery.spec.CuckooSpec;
import dev.bloomery.spec.FilterSpec;
import dev.bloomery.spec.FuseSpec;
import dev.bloomery.spec.ScalableSpec;
import dev.bloomery.spec.WindowedSpec;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes filters by a plan, each with a secret of its own. */
public final class SpecFilters<K> implements Supplier<AddableFilter<K>> {
    private final KeyEncoder<K> encoder;
    private final FilterSpec spec;
    private final @Nullable CapacityChoice choice;

    private SpecFilters(KeyEncoder<K> encoder, FilterSpec spec, @Nullable CapacityChoice choice) {
        this.encoder = encoder;
        this.spec = spec;
        this.choice = choice;
    }

    public static <K> SpecFilters<K> of(KeyEncoder<K> encoder, FilterSpec spec) {
        Objects.requireNonNull(encoder, "encoder");
        if (Objects.requireNonNull(spec, "spec") instanceof FuseSpec) {
            throw takesNoKeys(spec);
        }
        return new SpecFilters<>(encoder, spec, null);
    }

    public SpecFilters<K> onCapacity(CapacityChoice heard) {
        return new SpecFilters<>(encoder, spec, heard);
    }

    @Override
    public AddableFilter<K> get() {
        if (spec instanceof BloomSpec bloom) {
            return heard(Filters.bloom(encoder, bloom)).build();
        }
        if (spec instanceof CountingSpec counting) {
            return heard(Filters.countingBloom(encoder, counting)).build();
        }
        if (spec instanceof CuckooSpec cuckoo) {
            return heard(Filters.cuckoo(encoder, cuckoo)).build();
        }
        if (spec instanceof ScalableSpec scalable) {
            return heard(Filters.scalableBloom(encoder, scalable)).build();
        }
        if (spec instanceof WindowedSpec windowed) {
            return heard(Filters.windowed(encoder, windowed)).build();
        }
        throw takesNoKeys(spec);
    }

    private <B extends FilterBuilder<K, B>> B heard(B builder) {
        return choice == null ? builder : builder.onCapacity(choice.level(), choice.listener());
    }

    public static IllegalArgumentException takesNoKeys(FilterSpec spec) {
        return new IllegalArgumentException("spec is '" + spec
                + "', a filter that takes no keys once it is built; use bloom, counting, cuckoo, scalable or windowed");
    }
}
