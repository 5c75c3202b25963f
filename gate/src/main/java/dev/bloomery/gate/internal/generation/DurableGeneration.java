package dev.bloomery.gate.internal.generation;

import dev.bloomery.internal.disk.Disk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Objects;

/** A generation that is a durable filter in a directory of its own. */
public final class DurableGeneration<K> extends FilterGeneration<K> {
    private static final String KEEPS_ALL = "keeps-all";

    private final DurableFilterHandle<K> opened;
    private final Path directory;
    private final boolean synced;

    /** @param synced whether what is added must be on the disk before the store is written */
    public DurableGeneration(DurableFilterHandle<K> opened, Path directory, boolean synced) {
        super(opened.filter(), opened.filter().info().targetFpp());
        this.opened = opened;
        this.directory = directory;
        this.synced = synced;
        if (Disk.real().exists(directory.resolve(KEEPS_ALL))) {
            keepAll();
        }
    }

    public String name() {
        return Objects.requireNonNull(directory.getFileName(), "a generation has a name")
                .toString();
    }

    @Override
    public void force() {
        if (synced) {
            opened.sync().run();
        }
    }

    /** Counts of copies that are not right are not right after a start either. */
    @Override
    public void noteKeepsAll() {
        Disk disk = Disk.real();
        Path note = directory.resolve(KEEPS_ALL);
        try {
            if (!disk.exists(note)) {
                disk.create(note).close();
            }
            disk.syncDirectory(directory);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void unnoteKeepsAll() {
        opened.sync().run(); // the copies that were put back
        Disk disk = Disk.real();
        try {
            disk.delete(directory.resolve(KEEPS_ALL));
            disk.syncDirectory(directory);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed); // nobody minds, as of all that takes back
        }
    }

    @Override
    public void release(boolean keepFiles) {
        try {
            opened.close().run();
        } finally {
            if (!keepFiles) {
                GateDirectory.deleteTree(directory);
            }
        }
    }
}
