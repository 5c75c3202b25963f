package dev.bloomery.gate.internal.generation;

import dev.bloomery.AddableFilter;
import dev.bloomery.durable.DurableBuilder;
import dev.bloomery.durable.JournaledFilter;
import dev.bloomery.file.Recovery;
import dev.bloomery.file.SyncPolicy;
import dev.bloomery.info.DurableStatistics;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.FilterSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A durable filter of any kind. */
record DurableFilterHandle<K>(
        AddableFilter<K> filter,
        Recovery recovery,
        Supplier<DurableStatistics> statistics,
        Runnable sync,
        Runnable close) {

    /**
     * Opens a filter of this kind, and creates it if there is none.
     *
     * @param choice who hears when it fills, if anybody does
     */
    static <K> DurableFilterHandle<K> open(
            Path path, KeyEncoder<K> encoder, FilterSpec spec, SyncPolicy policy, @Nullable CapacityChoice choice)
            throws IOException {
        if (!spec.kind().takesKeys()) {
            throw SpecFilters.takesNoKeys(spec);
        }
        DurableBuilder<K, JournaledFilter<K>> builder =
                JournaledFilter.inDirectory(path, encoder, spec).sync(policy);
        JournaledFilter<K> filter =
                (choice == null ? builder : builder.onCapacity(choice.level(), choice.listener())).open();
        return new DurableFilterHandle<>(filter, filter.recovery(), filter::statistics, filter::sync, filter::close);
    }

    /** The same filter, which is closed by this. */
    DurableFilterHandle<K> closedBy(Runnable closing) {
        return new DurableFilterHandle<>(filter, recovery, statistics, sync, closing);
    }
}
