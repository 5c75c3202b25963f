package dev.bloomery.spring.internal.plan;

import dev.bloomery.capacity.CapacityPolicy;
import dev.bloomery.file.SyncPolicy;
import dev.bloomery.spec.FilterSpec;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A filter that can be made.
 *
 * @param name as it was written
 * @param beanName in camel case
 * @param source where it comes from
 */
public record FilterPlan(String name, String beanName, Keys keys, Source source) {

    /** Where a filter comes from. */
    public sealed interface Source {}

    /**
     * Empty, in memory.
     *
     * @param whenFull null: as the kind does
     */
    public record Memory(FilterSpec spec, @Nullable CapacityPolicy whenFull) implements Source {}

    /**
     * In a directory.
     *
     * @param whenFull null: as the kind does
     */
    public record Durable(
            FilterSpec spec,
            Path directory,
            SyncPolicy sync,
            OptionalLong checkpointBytes,
            boolean keepHashes,
            @Nullable CapacityPolicy whenFull)
            implements Source {}

    /** A file that was built elsewhere. */
    public record Snapshot(Path file, boolean mapped) implements Source {}
}
