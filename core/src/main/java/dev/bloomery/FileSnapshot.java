package dev.bloomery;

import dev.bloomery.internal.disk.ChannelFile;
import dev.bloomery.internal.disk.Disk;
import dev.bloomery.internal.disk.DiskFile;
import dev.bloomery.internal.disk.DiskInput;
import dev.bloomery.internal.snapshot.MappedSnapshot;
import dev.bloomery.spec.FilterSpec;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * A snapshot in a file.
 *
 * @param <K> the type of the keys
 */
public final class FileSnapshot<K> extends Snapshot<K> {
    private final Path file;

    FileSnapshot(SnapshotLoader<K> loader, Path file) {
        super(loader, "snapshot " + file, () -> open(file));
        this.file = file;
    }

    /**
     * The filter where it lies, of any kind, after the whole file was read once and verified.
     *
     * @return the filter
     * @throws IOException if it cannot be opened
     */
    public MappedFilter<K> mapped() throws IOException {
        return map(true);
    }

    /**
     * The filter where it lies, of any kind, at once: header and lengths are verified, the bits are not. A bit that was changed on the disk
     * may make it miss a key; {@link MappedFilter#verify} finds that out.
     *
     * @return the filter
     * @throws IOException if it cannot be opened
     */
    public MappedFilter<K> mappedUnverified() throws IOException {
        return map(false);
    }

    private MappedFilter<K> map(boolean verified) throws IOException {
        requireFile(file);
        try (ChannelFile opened = ChannelFile.openToMap(file)) {
            MappedSnapshot mapped = new MappedSnapshot(opened, name);
            requireAtMost(mapped.in());
            FilterSpec spec = settled(mapped.in());
            MappedFilter<K> filter = new MappedFilter<>(opening(mapped.in(), spec), spec, mapped);
            if (verified) {
                mapped.verify(loader.progress);
            }
            return filter;
        }
    }

    private static OpenedSource open(Path file) throws IOException {
        requireFile(file);
        DiskFile opened = Disk.real().openToRead(file);
        try {
            return new OpenedSource(new DiskInput(opened, 0), OptionalLong.of(opened.size()), opened);
        } catch (IOException failed) {
            opened.close();
            throw failed;
        }
    }

    private static void requireFile(Path file) throws IOException {
        if (!Disk.real().exists(file)) {
            throw new NoSuchFileException(
                    file.toString(), null, "there is no such file; give the path that a filter was saved to");
        }
        if (Disk.real().isDirectory(file)) {
            throw new FileSystemException(
                    file.toString(),
                    null,
                    "is a directory; give a file that a filter was saved to, or open the directory of a durable filter with DurableFilter.in(...)");
        }
    }
}
