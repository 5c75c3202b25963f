package dev.bloomery;

import dev.bloomery.internal.disk.Disk;
import dev.bloomery.internal.disk.DiskFile;
import dev.bloomery.internal.disk.DiskInput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * A snapshot in a file.
 *
 * @param <K> the type of the keys
 */
public final class FileSnapshot<K> extends Snapshot<K> {

    FileSnapshot(SnapshotLoader<K> loader, Path file) {
        super(loader, "snapshot " + file, reader -> read(file, reader));
    }

    private static void read(Path file, Reader reader) throws IOException {
        try (DiskFile opened = Disk.real().openToRead(file)) {
            reader.read(new DiskInput(opened, 0), OptionalLong.of(opened.size()));
        }
    }
}
