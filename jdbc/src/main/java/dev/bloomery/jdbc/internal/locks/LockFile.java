package dev.bloomery.jdbc.internal.locks;

import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreException.Outcome;
import dev.bloomery.gate.store.StoreLocks;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A file whose first bytes can be locked, each for itself. A lock of a byte ends with the process that has it.
 *
 * <ol>
 *   <li>To the system a lock belongs to a process, not to a part of it: all that a process has in a file ends when <i>any</i> descriptor of the file is closed. So there is
 *       one channel for each file in a process, open as long as anyone uses it, and who has which lock in this process is written down here.
 *   <li>Two class loaders have this class twice, and would close each other's descriptors. So the first one marks the file in the properties of the JVM, and another one is
 *       refused.
 *   <li>Nobody says who has a byte. So it is locked for a moment, shared with all who do the same, and let go.
 *   <li>A file that was deleted or replaced is another one: whoever has locks of the old one has none of the new one.
 * </ol>
 */
final class LockFile {
    private static final Map<Path, LockFile> OPEN = new HashMap<>();
    private static final ReentrantLock OPENING = new ReentrantLock();
    private static final String MARK = "dev.bloomery.jdbc.locks ";
    private static final String THIS_LOADER = UUID.randomUUID().toString();
    /** Another process may have a byte for the moment in which it looks whether it is free. */
    private static final int TRIES = 5;

    private final Path path;
    private final FileChannel channel;
    private final @Nullable Object identity;
    private final ReentrantLock using = new ReentrantLock();
    private final @Nullable Object[] owners = new Object[StoreLocks.COUNT];
    private final @Nullable FileLock[] locks = new FileLock[StoreLocks.COUNT];
    private int users;

    private LockFile(Path path) throws IOException {
        this.path = path;
        channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            identity = identity();
        } catch (IOException problem) {
            channel.close();
            throw problem;
        }
    }

    /** Opens the file for one user more; to be closed by each. */
    static LockFile open(Path path) throws IOException {
        OPENING.lock();
        try {
            LockFile file = OPEN.get(path);
            if (file != null && !file.isCurrent()) {
                throw new IOException(
                        "the file " + path + " was deleted or replaced while gates of this process have it open");
            }
            if (file == null) {
                Object marked = System.getProperties().putIfAbsent(MARK + path, THIS_LOADER);
                if (marked != null) {
                    throw new StoreException(
                            "another class loader of this JVM has a gate over the same table open; close that first, or open the gates unguarded()",
                            null,
                            Outcome.NOT_DONE);
                }
                try {
                    file = new LockFile(path);
                } catch (IOException problem) {
                    System.getProperties().remove(MARK + path);
                    throw problem;
                }
                OPEN.put(path, file);
            }
            file.users++;
            return file;
        } finally {
            OPENING.unlock();
        }
    }

    /** Ends the use by an owner, whose locks are given back. */
    void close(Object owner) {
        OPENING.lock();
        try {
            for (int number = 0; number < StoreLocks.COUNT; number++) {
                unlock(number, owner);
            }
            if (--users == 0) {
                OPEN.remove(path);
                channel.close();
                System.getProperties().remove(MARK + path);
            }
        } catch (IOException gone) {
            // the locks ended with the descriptor
        } finally {
            OPENING.unlock();
        }
    }

    private @Nullable Object identity() throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    }

    /** Whether the file of this name is the one that is open. */
    private boolean isCurrent() {
        try {
            return Objects.equals(identity, identity());
        } catch (IOException gone) {
            return false;
        }
    }

    void requireCurrent() throws IOException {
        if (!isCurrent()) {
            throw new IOException(
                    "the file " + path + ", which has the locks of gates, was deleted or replaced; leave it alone");
        }
    }

    boolean tryLock(int number, Object owner) throws IOException {
        using.lock();
        try {
            if (owners[number] != null) {
                return false;
            }
            FileLock lock = channel.tryLock(number, 1, false);
            for (int tries = 1; lock == null && tries < TRIES; tries++) {
                pause();
                lock = channel.tryLock(number, 1, false);
            }
            if (lock == null) {
                return false;
            }
            locks[number] = lock;
            owners[number] = owner;
            return true;
        } finally {
            using.unlock();
        }
    }

    private static void pause() throws IOException {
        try {
            Thread.sleep(1);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException(interrupted);
        }
    }

    /** Nothing happens if the owner does not have it. */
    void unlock(int number, Object owner) throws IOException {
        using.lock();
        try {
            FileLock lock = locks[number];
            if (lock != null && owners[number] == owner) {
                owners[number] = null;
                locks[number] = null;
                lock.release();
            }
        } finally {
            using.unlock();
        }
    }

    int lockedByOthers(Object owner) throws IOException {
        using.lock();
        try {
            int others = 0;
            for (int number = 0; number < StoreLocks.COUNT; number++) {
                Object here = owners[number];
                if (here == null ? isLockedElsewhere(number) : here != owner) {
                    others |= 1 << number;
                }
            }
            return others;
        } finally {
            using.unlock();
        }
    }

    private boolean isLockedElsewhere(int number) throws IOException {
        FileLock shared = channel.tryLock(number, 1, true);
        if (shared == null) {
            return true;
        }
        shared.release();
        return false;
    }
}
