package dev.bloomery.gate.internal.generation;

import dev.bloomery.AddableFilter;
import dev.bloomery.durable.DurableBuilder;
import dev.bloomery.durable.DurableFilter;
import dev.bloomery.durable.DurableRemovableFilter;
import dev.bloomery.durable.DurableWindowedFilter;
import dev.bloomery.file.Recovery;
import dev.bloomery.file.SyncPolicy;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.CountingSpec;
import dev.bloomery.spec.CuckooSpec;
import dev.bloomery.spec.FilterSpec;
import dev.bloomery.spec.ScalableSpec;
import dev.bloomery.spec.WindowedSpec;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A durable filter of any kind. */
record DurableFilterHandle<K>(AddableFilter<K> filter, Recovery recovery, Runnable sync, Runnable close) {

    /**
     * Opens a filter of this kind, and creates it if there is none.
     *
     * @param choice who hears when it fills, if anybody does
     */
    static <K> DurableFilterHandle<K> open(
            Path path, KeyEncoder<K> encoder, FilterSpec spec, SyncPolicy policy, @Nullable CapacityChoice choice)
            throws IOException {
        if (spec instanceof BloomSpec bloom) {
            return of(heard(DurableFilter.in(path, encoder, bloom), choice), policy);
        }
        if (spec instanceof ScalableSpec scalable) {
            return of(heard(DurableFilter.in(path, encoder, scalable), choice), policy);
        }
        if (spec instanceof CuckooSpec cuckoo) {
            return ofRemovable(heard(DurableRemovableFilter.in(path, encoder, cuckoo), choice), policy);
        }
        if (spec instanceof CountingSpec counting) {
            return ofRemovable(heard(DurableRemovableFilter.in(path, encoder, counting), choice), policy);
        }
        if (spec instanceof WindowedSpec windowed) {
            DurableWindowedFilter<K> filter = heard(DurableWindowedFilter.in(path, encoder, windowed), choice)
                    .sync(policy)
                    .open();
            return new DurableFilterHandle<>(filter, filter.recovery(), filter::sync, filter::close);
        }
        throw SpecFilters.takesNoKeys(spec);
    }

    private static <K, F> DurableBuilder<K, F> heard(DurableBuilder<K, F> builder, @Nullable CapacityChoice choice) {
        return choice == null ? builder : builder.onCapacity(choice.level(), choice.listener());
    }

    private static <K> DurableFilterHandle<K> of(DurableBuilder<K, DurableFilter<K>> builder, SyncPolicy policy)
            throws IOException {
        DurableFilter<K> filter = builder.sync(policy).open();
        return new DurableFilterHandle<>(filter, filter.recovery(), filter::sync, filter::close);
    }

    private static <K> DurableFilterHandle<K> ofRemovable(
            DurableBuilder<K, DurableRemovableFilter<K>> builder, SyncPolicy policy) throws IOException {
        DurableRemovableFilter<K> filter = builder.sync(policy).open();
        return new DurableFilterHandle<>(filter, filter.recovery(), filter::sync, filter::close);
    }
}
