package dev.bloomery.internal.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Another disk on which chosen operations fail as if it were full.
 *
 * <pre>{@code
 * FaultyDisk disk = new FaultyDisk(SimulatedDisk.with(directory));
 * for (long n = 0; ; n++) {
 *     disk.failing(Fault.at(n));
 *     ...
 *     if (disk.failures() == 0) break;     // there is no operation n
 * }
 * }</pre>
 *
 * <p>An operation that fails changes nothing, but for an append or a write, of which a part may be done, and a close, which closes. A sync that fails on
 * a {@link SimulatedDisk} makes it hold what was to be synced for written, as systems do: no later sync makes it certain. Thread-safe.
 */
public final class FaultyDisk implements Disk {
    private final Disk disk;
    private final Map<DiskOperation, Long> counts = new EnumMap<>(DiskOperation.class);
    private @Nullable Fault fault;
    private long matching;
    private long failures;

    public FaultyDisk(Disk disk) {
        this.disk = disk;
    }

    /** From now on that fault happens, and no earlier one. All counts begin anew. */
    public synchronized FaultyDisk failing(Fault fault) {
        heal();
        this.fault = fault;
        return this;
    }

    /** Nothing fails any more. All counts begin anew. */
    public synchronized void heal() {
        fault = null;
        counts.clear();
        matching = 0;
        failures = 0;
    }

    /** How many operations there were, failed ones included. */
    public synchronized long operations() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    /** How many of one kind. */
    public synchronized long operations(DiskOperation kind) {
        return counts.getOrDefault(kind, 0L);
    }

    /** How many operations failed because they were to fail. */
    public synchronized long failures() {
        return failures;
    }

    /** Counts an operation; the fault if it is to fail. */
    private synchronized @Nullable Fault next(DiskOperation operation) {
        counts.merge(operation, 1L, Long::sum);
        if (fault == null || !fault.kinds().contains(operation) || !fault.hits(matching++)) {
            return null;
        }
        failures++;
        return fault;
    }

    private static IOException full(Path file) {
        return new FileSystemException(file.toString(), null, "No space left on device");
    }

    private void before(DiskOperation operation, Path file) throws IOException {
        if (next(operation) != null) {
            throw full(file);
        }
    }

    @Override
    public DiskFile create(Path file) throws IOException {
        before(DiskOperation.CREATE, file);
        return new FaultyFile(disk.create(file), file);
    }

    @Override
    public DiskFile openToRead(Path file) throws IOException {
        before(DiskOperation.OPEN_TO_READ, file);
        return new FaultyFile(disk.openToRead(file), file);
    }

    @Override
    public DiskFile openToWrite(Path file) throws IOException {
        before(DiskOperation.OPEN_TO_WRITE, file);
        return new FaultyFile(disk.openToWrite(file), file);
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        before(DiskOperation.RENAME, from);
        disk.rename(from, to);
    }

    @Override
    public void delete(Path file) throws IOException {
        before(DiskOperation.DELETE, file);
        disk.delete(file);
    }

    @Override
    public void syncDirectory(Path directory) throws IOException {
        before(DiskOperation.SYNC_DIRECTORY, directory);
        disk.syncDirectory(directory);
    }

    @Override
    public void createDirectory(Path directory) throws IOException {
        before(DiskOperation.CREATE_DIRECTORY, directory);
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
        before(DiskOperation.LIST, directory);
        return disk.list(directory);
    }

    private final class FaultyFile implements DiskFile {
        private final DiskFile file;
        private final Path path;

        FaultyFile(DiskFile file, Path path) {
            this.file = file;
            this.path = path;
        }

        @Override
        public void append(ByteBuffer bytes) throws IOException {
            Fault hit = next(DiskOperation.APPEND);
            if (hit == null) {
                file.append(bytes);
                return;
            }
            int part = (int) (hit.part() * bytes.remaining());
            if (part > 0) {
                file.append(bytes.slice(bytes.position(), part));
                bytes.position(bytes.position() + part);
            }
            throw full(path);
        }

        @Override
        public void write(ByteBuffer bytes, long position) throws IOException {
            Fault hit = next(DiskOperation.WRITE);
            if (hit == null) {
                file.write(bytes, position);
                return;
            }
            int part = (int) (hit.part() * bytes.remaining());
            if (part > 0) {
                file.write(bytes.slice(bytes.position(), part), position);
                bytes.position(bytes.position() + part);
            }
            throw full(path);
        }

        @Override
        public int read(ByteBuffer into, long position) throws IOException {
            before(DiskOperation.READ, path);
            return file.read(into, position);
        }

        @Override
        public long size() throws IOException {
            before(DiskOperation.SIZE, path);
            return file.size();
        }

        @Override
        public void truncate(long size) throws IOException {
            before(DiskOperation.TRUNCATE, path);
            file.truncate(size);
        }

        @Override
        public void sync() throws IOException {
            if (next(DiskOperation.SYNC) == null) {
                file.sync();
                return;
            }
            if (file instanceof SimulatedHandle simulated) {
                simulated.failSync();
            }
            throw full(path);
        }

        @Override
        public boolean tryLock() throws IOException {
            before(DiskOperation.TRY_LOCK, path);
            return file.tryLock();
        }

        @Override
        public void close() throws IOException {
            Fault hit = next(DiskOperation.CLOSE);
            file.close();
            if (hit != null) {
                throw full(path);
            }
        }
    }
}
