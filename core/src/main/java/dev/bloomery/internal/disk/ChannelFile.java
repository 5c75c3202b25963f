package dev.bloomery.internal.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file of a system that is not POSIX, or of a file system within a file, or one to be mapped. An interrupt closes it. */
public final class ChannelFile implements DiskFile {
    private final FileChannel channel;

    ChannelFile(FileChannel channel) {
        this.channel = channel;
    }

    /** A file that is there, to be read and mapped. */
    public static ChannelFile openToMap(Path file) throws IOException {
        return new ChannelFile(FileChannel.open(file, StandardOpenOption.READ));
    }

    @Override
    public void append(ByteBuffer bytes) throws IOException {
        write(bytes, channel.size());
    }

    @Override
    public void write(ByteBuffer bytes, long position) throws IOException {
        long at = position;
        while (bytes.hasRemaining()) {
            at += channel.write(bytes, at);
        }
    }

    @Override
    public int read(ByteBuffer into, long position) throws IOException {
        return channel.read(into, position);
    }

    /** A range of the file in memory, read-only; it stays when the file is closed. */
    ByteBuffer map(long position, int length) throws IOException {
        return channel.map(FileChannel.MapMode.READ_ONLY, position, length);
    }

    @Override
    public long size() throws IOException {
        return channel.size();
    }

    @Override
    public void truncate(long size) throws IOException {
        FileChannel unused = channel.truncate(size);
    }

    @Override
    public void sync() throws IOException {
        channel.force(true);
    }

    @Override
    public boolean tryLock() throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null; // held by the channel, so until that is closed
        } catch (OverlappingFileLockException heldByThisProcess) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
