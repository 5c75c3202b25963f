package dev.bloomery.internal.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Another disk, of which some syncs are left out without a word, and that notices when a sync that failed is tried again and when files stay
 * open. Thread-safe.
 */
public final class HookedDisk implements Disk {

    /** Asked before every operation; only a sync, of a file or a directory, can be left out. */
    @FunctionalInterface
    public interface Skip {
        boolean skips(DiskOperation operation, Path file);
    }

    private final Disk disk;
    private Skip skip = (operation, file) -> false;
    private final AtomicLong syncsAfterFailure = new AtomicLong();
    private final AtomicLong openFiles = new AtomicLong();

    public HookedDisk(Disk disk) {
        this.disk = disk;
    }

    public HookedDisk skipping(Skip what) {
        this.skip = what;
        return this;
    }

    /** How many syncs of an open file followed one that failed. */
    public long syncsAfterFailure() {
        return syncsAfterFailure.get();
    }

    /** How many files were opened and not closed. */
    public long openFiles() {
        return openFiles.get();
    }

    @Override
    public DiskFile create(Path file) throws IOException {
        skip.skips(DiskOperation.CREATE, file);
        return new HookedFile(disk.create(file), file);
    }

    @Override
    public DiskFile openToRead(Path file) throws IOException {
        return new HookedFile(disk.openToRead(file), file);
    }

    @Override
    public DiskFile openToWrite(Path file) throws IOException {
        return new HookedFile(disk.openToWrite(file), file);
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        skip.skips(DiskOperation.RENAME, to);
        disk.rename(from, to);
    }

    @Override
    public void delete(Path file) throws IOException {
        disk.delete(file);
    }

    @Override
    public void syncDirectory(Path directory) throws IOException {
        if (!skip.skips(DiskOperation.SYNC_DIRECTORY, directory)) {
            disk.syncDirectory(directory);
        }
    }

    @Override
    public void createDirectory(Path directory) throws IOException {
        disk.createDirectory(directory);
    }

    @Override
    public boolean isDirectory(Path path) {
        return disk.isDirectory(path);
    }

    @Override
    public boolean exists(Path path) {
        return disk.exists(path);
    }

    @Override
    public List<String> list(Path directory) throws IOException {
        return disk.list(directory);
    }

    private final class HookedFile implements DiskFile {
        private final DiskFile file;
        private final Path path;
        private final AtomicBoolean open = new AtomicBoolean(true);
        private volatile boolean syncFailed;

        HookedFile(DiskFile file, Path path) {
            this.file = file;
            this.path = path;
            openFiles.incrementAndGet();
        }

        @Override
        public void append(ByteBuffer bytes) throws IOException {
            file.append(bytes);
        }

        @Override
        public void write(ByteBuffer bytes, long position) throws IOException {
            file.write(bytes, position);
        }

        @Override
        public int read(ByteBuffer into, long position) throws IOException {
            return file.read(into, position);
        }

        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        public void truncate(long size) throws IOException {
            file.truncate(size);
        }

        @Override
        public void sync() throws IOException {
            if (skip.skips(DiskOperation.SYNC, path)) {
                return;
            }
            if (syncFailed) {
                syncsAfterFailure.incrementAndGet();
            }
            try {
                file.sync();
            } catch (IOException failed) {
                syncFailed = true;
                throw failed;
            }
        }

        @Override
        public boolean tryLock() throws IOException {
            return file.tryLock();
        }

        @Override
        public void close() throws IOException {
            if (open.compareAndSet(true, false)) {
                openFiles.decrementAndGet();
            }
            file.close();
        }
    }
}
