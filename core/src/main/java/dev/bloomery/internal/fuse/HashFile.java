package dev.bloomery.internal.fuse;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file of hashes: eight bytes each, the lowest first, nothing else. */
public final class HashFile {
    private static final int BUFFER_BYTES = 1 << 16;

    private HashFile() {}

    /** Reads it from beginning to end. */
    public static void addAll(Path file, HashCollector hashes) throws IOException {
        long count = count(file);
        hashes.expect(count);
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        try (FileChannel channel = FileChannel.open(file)) {
            for (long left = count * Long.BYTES; left > 0; left -= buffer.limit()) {
                buffer.clear().limit((int) Math.min(buffer.capacity(), left));
                while (buffer.hasRemaining()) {
                    if (channel.read(buffer) < 0) {
                        throw new EOFException("the file of hashes " + file + " became shorter while it was read");
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
    private static long count(Path file) throws IOException {
        long bytes = Files.size(file);
        if (bytes % Long.BYTES != 0) {
            throw new IllegalArgumentException("the file of hashes " + file + " has " + bytes
                    + " bytes, which is no multiple of 8; it is cut short, or not a file of 64-bit hashes");
        }
        return bytes / Long.BYTES;
    }
}
