package dev.bloomery.cli.filter;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A lock on a file that is about to be replaced: of two processes that would both load, change and save it, the later one would undo what the
 * other did. It ends with the process.
 */
final class FileClaim implements AutoCloseable {
    private final FileChannel channel;

    private FileClaim(FileChannel channel) {
        this.channel = channel;
    }

    static FileClaim of(Path file) throws IOException {
        Object before = identity(file);
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        // a file that was replaced since is locked in vain: the new one is another
        if (tryLock(channel) == null || !Objects.equals(before, identity(file))) {
            channel.close();
            throw new IOException(file + " is being changed by another process; try again when it is done");
        }
        return new FileClaim(channel);
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException ours) {
            return null;
        }
    }

    private static @Nullable Object identity(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
