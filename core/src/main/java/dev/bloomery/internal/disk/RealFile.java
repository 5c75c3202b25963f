package dev.bloomery.internal.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;

/** A file channel. */
final class RealFile implements DiskFile {
    private final FileChannel channel;

    RealFile(FileChannel channel) {
        this.channel = channel;
    }

    @Override
    public void append(ByteBuffer bytes) throws IOException {
        long position = channel.size();
        while (bytes.hasRemaining()) {
            position += channel.write(bytes, position);
        }
    }

    @Override
    public int read(ByteBuffer into, long position) throws IOException {
        return channel.read(into, position);
    }

    @Override
    public ByteBuffer map(long position, int length) throws IOException {
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
