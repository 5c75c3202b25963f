package dev.bloomery.internal.durable;

import dev.bloomery.file.DirectoryInUseException;
import dev.bloomery.internal.disk.AtomicFile;
import dev.bloomery.internal.disk.Disk;
import dev.bloomery.internal.disk.DiskFile;
import dev.bloomery.internal.disk.DiskInput;
import dev.bloomery.internal.journal.Journal;
import dev.bloomery.internal.journal.JournalEnd;
import dev.bloomery.internal.journal.JournalHeader;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;

/**
 * The files of a durable filter, locked for as long as it is open.
 *
 * <pre>
 * lock                             locked while the filter is open; empty
 * snapshot-00000000000000000007.flt  all operations before journal 7, and perhaps some of it if the kind cannot remove
 * journal-00000000000000000007.log   operations since; others may follow, without a gap
 * archive-00000000000000000006.log   a journal that was kept by choice
 * </pre>
 *
 * <p>The number of the newest snapshot is the number of the first journal that counts. A journal is created, and that is synced, before the
 * snapshot of its number: so a snapshot is never there without it. When a journal has begun, the one before is sealed, and only then operations
 * go to the new one: so it cannot vanish unnoticed.
 */
public final class Directory implements Closeable {
    private static final String LOCK = "lock";
    private static final int PIECE = 1 << 16;

    private final Disk disk;
    private final Path path;
    private final DiskFile lock;
    private final DurableCounts counts = new DurableCounts();

    private Directory(Disk disk, Path path, DiskFile lock) {
        this.disk = disk;
        this.path = path;
        this.lock = lock;
    }

    /** Creates the directory if need be, and locks it. */
    public static Directory createAndLock(Disk disk, Path path) throws IOException {
        if (!disk.exists(path)) {
            disk.createDirectory(path);
        }
        return lock(disk, path);
    }

    /**
     * The directory itself is there for certain. It may have been created a moment ago, also by someone else, or by a process that died before
     * it could sync that.
     */
    public void syncParent() throws IOException {
        Path parent = path.toAbsolutePath().normalize().getParent();
        if (parent == null) {
            return;
        }
        try {
            disk.syncDirectory(parent);
        } catch (AccessDeniedException notOurs) {
            // then it was created by who may: it is up to him
        }
    }

    /** Locks a directory that is there. */
    public static Directory lock(Disk disk, Path path) throws IOException {
        if (!disk.isDirectory(path)) {
            throw new NotDirectoryException(path + " is no directory; give one, or a path at which nothing is yet");
        }
        DiskFile lock = lockFile(disk, path.resolve(LOCK));
        boolean locked = false;
        try {
            locked = lock.tryLock();
        } finally {
            if (!locked) {
                lock.close();
            }
        }
        if (!locked) {
            throw new DirectoryInUseException(
                    path
                            + " is open already, in this process or another one; close it there, or use a directory of its own");
        }
        return new Directory(disk, path, lock);
    }

    private static DiskFile lockFile(Disk disk, Path file) throws IOException {
        try {
            return disk.exists(file) ? disk.openToWrite(file) : disk.create(file);
        } catch (FileAlreadyExistsException createdMeanwhile) {
            return disk.openToWrite(file);
        }
    }

    public Path path() {
        return path;
    }

    /** What was done here since it was locked. */
    public DurableCounts counts() {
        return counts;
    }

    public DirectoryFiles files() throws IOException {
        return DirectoryFiles.of(disk.list(path));
    }

    public Path snapshot(long number) {
        return path.resolve(DirectoryFiles.SNAPSHOT.name(number));
    }

    public Path journal(long number) {
        return path.resolve(DirectoryFiles.JOURNAL.name(number));
    }

    public Path archive(long number) {
        return path.resolve(DirectoryFiles.ARCHIVE.name(number));
    }

    /** A new journal, for certain, in one step. It takes the place of one that has no operations: what was left of an earlier try, or opening. */
    public Journal.Next createJournal(JournalHeader header) throws IOException {
        Path file = journal(header.number());
        AtomicFile.replace(disk, file, out -> out.write(Journal.beginning(header)));
        return new Journal.Next(new MeasuredFile(disk.openToWrite(file), path, counts), header);
    }

    /** Notes at the end of a journal that the next one has begun: without that one it is not complete from then on. */
    public void seal(Path file, JournalEnd end) throws IOException {
        try (DiskFile sealed = disk.openToWrite(file)) {
            Journal.seal(sealed, end);
        }
    }

    public void writeSnapshot(long number, AtomicFile.Content content) throws IOException {
        AtomicFile.replace(disk, snapshot(number), content);
    }

    /** Uses a file that is there. */
    @FunctionalInterface
    public interface Use<T> {
        T of(DiskFile file) throws IOException;
    }

    public <T> T read(Path file, Use<T> use) throws IOException {
        try (DiskFile opened = disk.openToRead(file)) {
            return use.of(opened);
        }
    }

    /**
     * Writes a journal anew up to its last whole record, and what follows goes. What a process read that died, or whose sync failed, may be
     * nowhere but in the cache of the system, which may hold it for written: to sync it again would say nothing.
     */
    public void renew(JournalEnd end) throws IOException {
        Path file = journal(end.header().number());
        read(file, old -> {
            AtomicFile.replace(disk, file, out -> {
                byte[] piece = new byte[PIECE];
                DiskInput in = new DiskInput(old, 0);
                for (long left = end.bytes(); left > 0; ) {
                    int count = in.read(piece, 0, (int) Math.min(left, PIECE));
                    if (count < 0) {
                        throw new EOFException(file + " got shorter while it was read");
                    }
                    out.write(piece, 0, count);
                    left -= count;
                }
                out.write(Journal.reserve(end.header()));
            });
            return file;
        });
    }

    /**
     * Takes away what a snapshot has made superfluous: older snapshots, older journals, and files that were never finished.
     *
     * @param keepsHashes whether older journals become archives
     */
    public void tidy(long snapshot, boolean keepsHashes) throws IOException {
        DirectoryFiles files = files();
        for (long number : files.snapshots()) {
            if (number < snapshot) {
                disk.delete(snapshot(number));
            }
        }
        for (long number : files.journals()) {
            if (number < snapshot && keepsHashes) {
                disk.rename(journal(number), archive(number));
            } else if (number < snapshot) {
                disk.delete(journal(number));
            }
        }
        for (String unfinished : files.unfinished()) {
            disk.delete(path.resolve(unfinished));
        }
    }

    /** Releases the lock. */
    @Override
    public void close() throws IOException {
        lock.close();
    }
}
