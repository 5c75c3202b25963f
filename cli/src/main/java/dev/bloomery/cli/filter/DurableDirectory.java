package dev.bloomery.cli.filter;

import dev.bloomery.AddableFilter;
import dev.bloomery.Filters;
import dev.bloomery.durable.DurableBuilder;
import dev.bloomery.durable.JournaledFilter;
import dev.bloomery.file.SyncPolicy;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.FilterSpec;
import dev.bloomery.spec.Seed;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A durable filter of whatever kind, open until it is closed. What is added is certain after {@link #sync}, not before: one wait for many
 * keys.
 */
public final class DurableDirectory implements AutoCloseable {

    private final JournaledFilter<ByteBuffer> filter;

    private DurableDirectory(JournaledFilter<ByteBuffer> filter) {
        this.filter = filter;
    }

    /** Whether a filter lives in this directory. */
    public static boolean isOne(Path directory) throws IOException {
        return Files.isDirectory(directory) && newestSnapshot(directory).isPresent();
    }

    /** The plan of the filter in this directory. */
    public static FilterSpec spec(Path directory) throws IOException {
        return Filters.load(FilterKeys.ENCODER).from(snapshot(directory)).spec();
    }

    /** The newest snapshot of the directory. */
    public static Path snapshot(Path directory) throws IOException {
        return newestSnapshot(directory)
                .orElseThrow(() -> new IOException(directory
                        + " has no filter in it; 'bloomery build --durable' or 'dedupe --remember' make one"));
    }

    private static Optional<Path> newestSnapshot(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().matches("snapshot-[0-9]{20}\\.flt"))
                    .max(Path::compareTo);
        }
    }

    /** Opens what is there. */
    public static DurableDirectory open(Path directory, KeyEncoder<ByteBuffer> encoder) throws IOException {
        return open(directory, encoder, spec(directory), Optional.empty(), false);
    }

    /** Makes a filter; hashes are kept for {@code resize} if asked. */
    public static DurableDirectory create(Path directory, FilterSpec spec, Seed seed, boolean keepHashes)
            throws IOException {
        return open(directory, FilterKeys.ENCODER, spec, Optional.of(seed), keepHashes);
    }

    /** Opens what is there, or makes a filter of this plan. */
    public static DurableDirectory openOrCreate(Path directory, FilterSpec spec, boolean keepHashes)
            throws IOException {
        return isOne(directory)
                ? open(directory, FilterKeys.forKeys(directory, false))
                : open(directory, FilterKeys.ENCODER, spec, Optional.empty(), keepHashes);
    }

    private static DurableDirectory open(
            Path directory, KeyEncoder<ByteBuffer> encoder, FilterSpec spec, Optional<Seed> seed, boolean keepHashes)
            throws IOException {
        if (!spec.kind().takesKeys()) {
            throw new IllegalArgumentException(
                    "a fuse filter takes no keys after it is built; keep it in a file, without --durable");
        }
        DurableBuilder<ByteBuffer, JournaledFilter<ByteBuffer>> lazy =
                JournaledFilter.inDirectory(directory, encoder, spec).sync(SyncPolicy.onClose());
        lazy = seed.isPresent() ? lazy.seed(seed.get()) : lazy;
        return new DurableDirectory((keepHashes ? lazy.keepHashes() : lazy).open());
    }

    public AddableFilter<ByteBuffer> filter() {
        return filter;
    }

    /** Makes certain what was added or removed so far. */
    public void sync() {
        filter.sync();
    }

    /** Puts everything into one snapshot. */
    public void checkpoint() throws IOException {
        filter.checkpoint();
    }

    @Override
    public void close() {
        filter.close();
    }
}
