package dev.bloomery.internal.fuse;

import dev.bloomery.internal.disk.Disk;
import dev.bloomery.internal.disk.DiskFile;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;

/** A file of hashes: eight bytes each, the lowest first, nothing else. */
public final class HashFile {
    private static final int BUFFER_BYTES = 1 << 16;

    private HashFile() {}

    /** Reads it from beginning to end. */
    public static void addAll(Path path, HashCollector hashes) throws IOException {
        try (DiskFile file = Disk.real().openToRead(path)) {
            long count = count(path, file.size());
            hashes.expect(count);
            ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
            for (long at = 0; at < count * Long.BYTES; at += buffer.limit()) {
                buffer.clear().limit((int) Math.min(buffer.capacity(), count * Long.BYTES - at));
                while (buffer.hasRemaining()) {
                    if (file.read(buffer, at + buffer.position()) < 0) {
                        throw new EOFException("the file of hashes " + path + " became shorter while it was read");
                    }
                }
                buffer.flip();
                while (buffer.hasRemaining()) {
                    hashes.add(buffer.getLong());
                }
            }
        }
    }

    /** How many hashes are in it, by its length. */
    private static long count(Path path, long bytes) {
        if (bytes % Long.BYTES != 0) {
            throw new IllegalArgumentException("the file of hashes " + path + " has " + bytes
                    + " bytes, which is no multiple of 8; it is cut short, or not a file of 64-bit hashes");
        }
        return bytes / Long.BYTES;
    }
}
