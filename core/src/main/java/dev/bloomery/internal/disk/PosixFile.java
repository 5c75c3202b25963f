package dev.bloomery.internal.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A file of a POSIX system, where channels have two traps.
 *
 * <p>1. An interrupt closes the {@code FileChannel} that its thread is using, so that one interrupted add would end a journal. An
 * asynchronous channel knows no interrupts. It works in the calling thread: see {@link CallingThread}.
 *
 * <p>2. A process loses its lock of a file when it closes <i>any</i> channel of that file. So a channel that is closed while another one holds the
 * lock stays open in truth until the lock is released.
 */
final class PosixFile implements DiskFile {
    /** What goes through memory outside the heap at once; the JDK keeps that much for each thread. */
    private static final int PIECE = 1 << 18;

    /** Guards all fields about locks. Not a monitor: it is held while channels are closed. */
    private static final ReentrantLock LOCKS = new ReentrantLock();

    /** The files, by their keys, of which this class holds the lock. */
    private static final Set<Object> LOCKED = new HashSet<>();

    /** Channels to be closed when the lock of their file is released. */
    private static final Map<Object, List<AsynchronousFileChannel>> TO_BE_CLOSED = new HashMap<>();

    private final AsynchronousFileChannel channel;
    private final Object key;
    private volatile boolean closed;
    private boolean locked;
    private boolean refused;

    /** The key tells files apart whatever their names. */
    PosixFile(AsynchronousFileChannel channel, Object key) {
        this.channel = channel;
        this.key = key;
    }

    @Override
    public void append(ByteBuffer bytes) throws IOException {
        checkOpen();
        write(bytes, channel.size());
    }

    @Override
    public void write(ByteBuffer bytes, long position) throws IOException {
        checkOpen();
        long at = position;
        int end = bytes.limit();
        try {
            while (bytes.position() < end) {
                bytes.limit(Math.min(end, bytes.position() + PIECE));
                at += result(channel.write(bytes, at));
            }
        } finally {
            bytes.limit(end);
        }
    }

    @Override
    public int read(ByteBuffer into, long position) throws IOException {
        checkOpen();
        int end = into.limit();
        try {
            into.limit(Math.min(end, into.position() + PIECE));
            return result(channel.read(into, position));
        } finally {
            into.limit(end);
        }
    }

    @Override
    public long size() throws IOException {
        checkOpen();
        return channel.size();
    }

    @Override
    public void truncate(long size) throws IOException {
        checkOpen();
        AsynchronousFileChannel unused = channel.truncate(size);
    }

    @Override
    public void sync() throws IOException {
        checkOpen();
        channel.force(true);
    }

    @Override
    public boolean tryLock() throws IOException {
        LOCKS.lock();
        try {
            checkOpen();
            try {
                if (channel.tryLock() == null) {
                    return false;
                }
            } catch (OverlappingFileLockException heldByThisProcess) {
                refused = true;
                return false;
            }
            locked = true;
            LOCKED.add(key);
            return true;
        } finally {
            LOCKS.unlock();
        }
    }

    @Override
    public void close() throws IOException {
        LOCKS.lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            if (locked) {
                LOCKED.remove(key);
                for (AsynchronousFileChannel other : TO_BE_CLOSED.getOrDefault(key, List.of())) {
                    other.close();
                }
                TO_BE_CLOSED.remove(key);
            } else if (LOCKED.contains(key) || (refused && isLockedByOthersOfThisProcess())) {
                TO_BE_CLOSED.computeIfAbsent(key, unused -> new ArrayList<>()).add(channel);
                return;
            }
            channel.close();
        } finally {
            LOCKS.unlock();
        }
    }

    /** By this class as another class loader has it, for example. */
    private boolean isLockedByOthersOfThisProcess() throws IOException {
        try {
            FileLock unused = channel.tryLock(); // ends with the channel
            return false;
        } catch (OverlappingFileLockException heldByThisProcess) {
            return true;
        }
    }

    private void checkOpen() throws ClosedChannelException {
        if (closed) {
            throw new ClosedChannelException();
        }
    }

    /** What was done, at once; should it ever not be done yet, an interrupt does not end the wait for it. */
    private static int result(Future<Integer> done) throws IOException {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return done.get();
                } catch (InterruptedException later) {
                    interrupted = true;
                }
            }
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof IOException cause) {
                throw cause;
            }
            throw new IOException(failed.getCause());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
