package dev.bloomery.internal.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NonWritableChannelException;
import java.nio.file.Path;

/** An open file of a {@link SimulatedDisk}. It stays open when the file is renamed or deleted. */
final class SimulatedHandle implements DiskFile {
    private final SimulatedDisk disk;
    private final SimulatedFile file;
    private final Path path;
    private final boolean writable;
    private boolean open = true;

    SimulatedHandle(SimulatedDisk disk, SimulatedFile file, Path path, boolean writable) {
        this.disk = disk;
        this.file = file;
        this.path = path;
        this.writable = writable;
    }

    @Override
    public void append(ByteBuffer bytes) throws IOException {
        synchronized (disk) {
            if (disk.stopsWithinNext()) {
                file.append(bytes.slice(bytes.position(), disk.partOf(bytes.remaining())));
            }
            before(DiskOperation.APPEND);
            checkWritable();
            file.append(bytes);
        }
    }

    @Override
    public void write(ByteBuffer bytes, long position) throws IOException {
        synchronized (disk) {
            if (disk.stopsWithinNext()) {
                file.write(bytes.slice(bytes.position(), disk.partOf(bytes.remaining())), position);
            }
            before(DiskOperation.WRITE);
            checkWritable();
            file.write(bytes, position);
        }
    }

    @Override
    public int read(ByteBuffer into, long position) throws IOException {
        synchronized (disk) {
            before(DiskOperation.READ);
            return file.read(into, position);
        }
    }

    @Override
    public long size() throws IOException {
        synchronized (disk) {
            before(DiskOperation.SIZE);
            return file.size();
        }
    }

    @Override
    public void truncate(long size) throws IOException {
        if (size < 0) {
            throw new IllegalArgumentException("size is " + size);
        }
        synchronized (disk) {
            before(DiskOperation.TRUNCATE);
            checkWritable();
            file.truncate(size);
        }
    }

    @Override
    public void sync() throws IOException {
        synchronized (disk) {
            try {
                before(DiskOperation.SYNC);
            } catch (IOException failed) {
                file.failSync();
                throw failed;
            }
            if (!disk.forgetsSyncs()) {
                file.sync();
            }
        }
    }

    /** What a sync that fails does to the file, without failing: see {@link SimulatedFile#failSync}. Not an operation. */
    void failSync() {
        synchronized (disk) {
            file.failSync();
        }
    }

    @Override
    public boolean tryLock() throws IOException {
        synchronized (disk) {
            before(DiskOperation.TRY_LOCK);
            checkWritable();
            return file.lock(this);
        }
    }

    /** Also releases the lock if a hook makes it fail. */
    @Override
    public void close() throws IOException {
        synchronized (disk) {
            if (!open) {
                return;
            }
            try {
                before(DiskOperation.CLOSE);
            } finally {
                open = false;
                file.unlock(this);
            }
        }
    }

    private void before(DiskOperation operation) throws IOException {
        if (!open) {
            throw new ClosedChannelException();
        }
        disk.before(operation, path);
    }

    private void checkWritable() {
        if (!writable) {
            throw new NonWritableChannelException();
        }
    }
}
