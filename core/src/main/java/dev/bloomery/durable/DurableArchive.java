package dev.bloomery.durable;

import dev.bloomery.Filters;
import dev.bloomery.file.DirectoryInUseException;
import dev.bloomery.file.Progress;
import dev.bloomery.internal.disk.Disk;
import dev.bloomery.internal.disk.DiskFile;
import dev.bloomery.internal.durable.Directory;
import dev.bloomery.internal.durable.FilterOptions;
import dev.bloomery.internal.durable.HashDump;
import dev.bloomery.internal.durable.KeptHashes;
import dev.bloomery.internal.durable.MemoryFilter;
import dev.bloomery.internal.durable.Rebuild;
import dev.bloomery.internal.journal.Journal;
import dev.bloomery.internal.journal.JournalEnd;
import dev.bloomery.internal.journal.JournalHeader;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.FilterSpec;
import dev.bloomery.spec.FuseSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Objects;

/**
 * Changes a durable filter that was created with {@code keepHashes()}, without its keys: to another capacity, FPP or kind. The filter must
 * be closed. Hash and seed stay the same, because the hashes depend on them.
 *
 * <p>All operations since its creation are read once, in order. That takes the memory of one filter, the old one or the new one, and a
 * mebibyte.
 */
public final class DurableArchive {

    private DurableArchive() {}

    /**
     * Puts a filter of another plan in the place of the one in a directory, which opens with the new plan from then on, and keeps its hashes.
     * If keys were removed, the new kind must be one that can remove. A cuckoo filter gets a key that was added more than eight times
     * eight times.
     *
     * @param directory the directory of a durable filter that keeps its hashes
     * @param encoder how keys become bytes
     * @param spec the new plan, of a kind that takes keys and with the same hash
     * @param progress hears how many bytes were read
     * @param <K> the type of the keys
     * @throws IllegalArgumentException if the hashes were not kept, or cannot be used for that plan; the directory is as it was
     * @throws dev.bloomery.capacity.FilterFullException if the new filter has no room for the keys; the directory is as it was
     * @throws DirectoryInUseException if the filter is open
     * @throws IOException if the directory cannot be read or written; the filter in it is the old one or the new one, whole
     */
    public static <K> void rebuild(Path directory, KeyEncoder<K> encoder, FilterSpec spec, Progress progress)
            throws IOException {
        Objects.requireNonNull(directory, "directory");
        Objects.requireNonNull(encoder, "encoder");
        Objects.requireNonNull(spec, "spec");
        Objects.requireNonNull(progress, "progress");
        rebuild(Disk.real(), directory, encoder, spec, progress);
    }

    static <K> void rebuild(Disk disk, Path path, KeyEncoder<K> encoder, FilterSpec spec, Progress progress)
            throws IOException {
        try (KeptHashes kept = KeptHashes.open(disk, path, encoder)) {
            kept.requireHash(spec.hash());
            MemoryFilter<K> filter =
                    MemoryFilter.create(kept.encoder(encoder), spec, kept.seed(), FilterOptions.REPLAY);
            kept.read(new Rebuild(filter), progress);
            install(kept, filter);
            kept.done(progress);
        }
    }

    /** As a checkpoint does it: journal, snapshot, and only then the old ones go. */
    private static void install(KeptHashes kept, MemoryFilter<?> filter) throws IOException {
        Directory directory = kept.directory();
        JournalEnd last = kept.last();
        directory.renew(last);
        long next = last.header().number() + 1;
        JournalHeader header = new JournalHeader(next, last.next(), filter.check(), true);
        try (DiskFile file = directory.createJournal(header).file()) {
            if (last.closed()) {
                new Journal(file, header, System::nanoTime).close(); // nothing was missing, and nothing is
            }
        }
        directory.writeSnapshot(next, out -> filter.writeTo(out, Progress.NONE));
        directory.tidy(next, true);
    }

    /**
     * Saves a fuse filter of all keys that were added: least memory, and no more adds. The durable filter stays as it is.
     *
     * @param directory the directory of a durable filter that keeps its hashes, and from which nothing was removed
     * @param encoder how keys become bytes
     * @param spec the plan of the fuse filter, with the same hash
     * @param file where to put the snapshot; eight bytes a key are needed beside it for the time being
     * @param progress hears how many bytes were read
     * @param <K> the type of the keys
     * @throws IllegalArgumentException if the hashes were not kept, keys were removed, or the plan has another hash
     * @throws DirectoryInUseException if the filter is open
     * @throws IOException if the directory cannot be read, or the file not be written
     */
    public static <K> void writeFuse(Path directory, KeyEncoder<K> encoder, FuseSpec spec, Path file, Progress progress)
            throws IOException {
        Objects.requireNonNull(directory, "directory");
        Objects.requireNonNull(encoder, "encoder");
        Objects.requireNonNull(spec, "spec");
        Objects.requireNonNull(file, "file");
        Objects.requireNonNull(progress, "progress");
        Disk disk = Disk.real();
        try (KeptHashes kept = KeptHashes.open(disk, directory, encoder)) {
            kept.requireHash(spec.hash());
            Path hashes = file.resolveSibling("." + file.getFileName() + ".hashes.tmp");
            try {
                dump(kept, disk, hashes, progress);
                Filters.fuse(kept.encoder(encoder), spec)
                        .seed(kept.seed())
                        .tempDirectory(directory)
                        .buildHashes(hashes)
                        .snapshot()
                        .to(file);
            } catch (UncheckedIOException failed) {
                throw failed.getCause();
            } finally {
                if (disk.exists(hashes)) {
                    disk.delete(hashes);
                }
            }
            kept.done(progress);
        }
    }

    private static void dump(KeptHashes kept, Disk disk, Path hashes, Progress progress) throws IOException {
        if (disk.exists(hashes)) {
            disk.delete(hashes);
        }
        try (DiskFile file = disk.create(hashes)) {
            HashDump dump = new HashDump(file);
            kept.read(dump, progress);
            dump.finish();
        }
    }
}
