package dev.bloomery.internal.durable;

import dev.bloomery.Filters;
import dev.bloomery.Snapshot;
import dev.bloomery.SnapshotLoader;
import dev.bloomery.file.Progress;
import dev.bloomery.internal.disk.DiskFile;
import dev.bloomery.internal.disk.DiskInput;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.key.KeyForm;
import dev.bloomery.spec.FilterSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** A snapshot in a directory. */
public record SnapshotFile(Directory directory, Path file) {

    /** The plan of the filter in it. */
    public FilterSpec spec() throws IOException {
        return directory.read(
                file, opened -> in(opened, Filters.load(KeyEncoder.utf8())).spec());
    }

    /** What it says of the encoder of its keys. */
    public Optional<KeyForm> keyForm() throws IOException {
        return directory.read(
                file, opened -> in(opened, Filters.load(KeyEncoder.utf8())).keyForm());
    }

    /** The filter in it, which has that plan. */
    public <K> MemoryFilter<K> load(KeyEncoder<K> encoder, FilterSpec spec, FilterOptions options, Progress progress)
            throws IOException {
        return directory.read(
                file, opened -> MemoryFilter.load(encoder, spec, options, progress, loader -> in(opened, loader)));
    }

    public long bytes() throws IOException {
        return directory.read(file, DiskFile::size);
    }

    private <K> Snapshot<K> in(DiskFile opened, SnapshotLoader<K> loader) throws IOException {
        return loader.from(new DiskInput(opened, 0), opened.size(), "snapshot " + file);
    }
}
