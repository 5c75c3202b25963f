package dev.bloomery.internal.disk;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * An open file of a {@link Disk}. One thread writes at a time; any number may read beside it. An interrupt neither ends an operation nor closes
 * the file where the system is a POSIX one.
 */
public interface DiskFile extends Closeable {

    /** Appends all that remains in the buffer. If it fails, some of it may be there. */
    void append(ByteBuffer bytes) throws IOException;

    /**
     * Writes all that remains in the buffer, from a position on; beyond the end the file grows, and what lies between reads as zeros. If it
     * fails, some of it may be there.
     */
    void write(ByteBuffer bytes, long position) throws IOException;

    /** Reads up to what fits into the buffer, from a position on; how many bytes, or -1 behind the end. */
    int read(ByteBuffer into, long position) throws IOException;

    long size() throws IOException;

    /** Cuts the file to that size; what is appended follows there. */
    void truncate(long size) throws IOException;

    /** Content and size are on the disk when it returns. If it fails, what was written since the last one may be lost. */
    void sync() throws IOException;

    /**
     * Locks the file against other processes, and other locks of this one, until it is closed or the process ends, however it ends. On POSIX
     * systems the lock is also lost if this process opens and closes the file by other means than a {@link Disk}.
     *
     * @return false if it is locked already
     */
    boolean tryLock() throws IOException;
}
