package dev.bloomery.internal.durable;

import dev.bloomery.durable.DurableBuilder;
import dev.bloomery.file.Progress;
import dev.bloomery.file.SyncPolicy;
import dev.bloomery.internal.disk.Disk;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.FilterSpec;
import dev.bloomery.spec.Seed;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * What a {@link DurableBuilder} was told.
 *
 * @param spec the plan given, which may leave the size open
 * @param checkpointBytes bytes of journals after which a checkpoint is due; nothing for the default
 * @param nanoClock time for {@link SyncPolicy.Every}
 */
public record Settings<K>(
        Path path,
        KeyEncoder<K> encoder,
        FilterSpec spec,
        Optional<Seed> seed,
        SyncPolicy sync,
        FilterOptions options,
        OptionalLong checkpointBytes,
        boolean keepHashes,
        Progress progress,
        Disk disk,
        LongSupplier nanoClock) {}
