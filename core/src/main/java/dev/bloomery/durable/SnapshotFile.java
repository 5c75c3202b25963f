package dev.bloomery.durable;

import dev.bloomery.FilterSpec;
import dev.bloomery.Filters;
import dev.bloomery.Snapshot;
import dev.bloomery.SnapshotLoader;
import dev.bloomery.internal.disk.DiskFile;
import dev.bloomery.internal.disk.DiskInput;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.key.KeyForm;
import dev.bloomery.snapshot.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** A snapshot in a directory. */
record SnapshotFile(Directory directory, Path file) {

    /** The plan of the filter in it. */
    FilterSpec spec() throws IOException {
        return directory.read(
                file, opened -> in(opened, Filters.load(KeyEncoder.utf8())).spec());
    }

    /** What it says of the encoder of its keys. */
    Optional<KeyForm> keyForm() throws IOException {
        return directory.read(
                file, opened -> in(opened, Filters.load(KeyEncoder.utf8())).keyForm());
    }

    /** The filter in it, which has that plan. */
    <K> MemoryFilter<K> load(KeyEncoder<K> encoder, FilterSpec spec, Choices choices, Progress progress)
            throws IOException {
        return directory.read(
                file, opened -> MemoryFilter.load(encoder, spec, choices, progress, loader -> in(opened, loader)));
    }

    long bytes() throws IOException {
        return directory.read(file, DiskFile::size);
    }

    private <K> Snapshot<K> in(DiskFile opened, SnapshotLoader<K> loader) throws IOException {
        return loader.from(new DiskInput(opened, 0), opened.size(), "snapshot " + file);
    }
}
