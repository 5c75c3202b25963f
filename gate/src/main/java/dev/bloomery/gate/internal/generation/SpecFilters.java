package dev.bloomery.gate.internal.generation;

import dev.bloomery.AddableFilter;
import dev.bloomery.FilterBuilder;
import dev.bloomery.Filters;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.FilterSpec;
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
        if (!Objects.requireNonNull(spec, "spec").kind().takesKeys()) {
            throw takesNoKeys(spec);
        }
        return new SpecFilters<>(encoder, spec, null);
    }

    public SpecFilters<K> onCapacity(CapacityChoice heard) {
        return new SpecFilters<>(encoder, spec, heard);
    }

    @Override
    public AddableFilter<K> get() {
        return heard(Filters.addable(encoder, spec));
    }

    private <B extends FilterBuilder<K, B>> AddableFilter<K> heard(FilterBuilder<K, B> builder) {
        return choice == null
                ? builder.build()
                : builder.onCapacity(choice.level(), choice.listener()).build();
    }

    public static IllegalArgumentException takesNoKeys(FilterSpec spec) {
        return new IllegalArgumentException("spec is '" + spec
                + "', a filter that takes no keys once it is built; use bloom, counting, cuckoo, scalable or windowed");
    }
}
