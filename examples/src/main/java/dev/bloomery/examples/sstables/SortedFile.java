package dev.bloomery.examples.sstables;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;

/**
 * A file of keys and values in the order of keys, which never changes. It is read in blocks; the first key of each is kept in memory, so that
 * a lookup is one read.
 */
final class SortedFile implements AutoCloseable {
    private static final int ENTRY_BYTES = 2 * Long.BYTES;
    private static final int BLOCK_BYTES = 4_096;

    private final FileChannel file;
    private final long[] firstKeys;

    private SortedFile(FileChannel file, long[] firstKeys) {
        this.file = file;
        this.firstKeys = firstKeys;
    }

    /** Writes a file, which is there as a whole or not at all. */
    static void write(Path path, SortedMap<Long, Long> entries) throws IOException {
        Path unfinished = path.resolveSibling("unfinished");
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(unfinished)))) {
            for (Map.Entry<Long, Long> entry : entries.entrySet()) {
                out.writeLong(entry.getKey());
                out.writeLong(entry.getValue());
            }
        }
        Files.move(unfinished, path, StandardCopyOption.ATOMIC_MOVE);
    }

    static SortedFile open(Path path) throws IOException {
        FileChannel file = FileChannel.open(path, StandardOpenOption.READ);
        long[] firstKeys = new long[Math.toIntExact((file.size() + BLOCK_BYTES - 1) / BLOCK_BYTES)];
        for (int block = 0; block < firstKeys.length; block++) {
            firstKeys[block] =
                    read(file, (long) block * BLOCK_BYTES, Long.BYTES).getLong();
        }
        return new SortedFile(file, firstKeys);
    }

    /** Reads one block. */
    OptionalLong get(long key) throws IOException {
        int found = Arrays.binarySearch(firstKeys, key);
        int block = found >= 0 ? found : -found - 2; // the last one that does not begin behind the key
        if (block < 0) {
            return OptionalLong.empty();
        }
        ByteBuffer entries = read(file, (long) block * BLOCK_BYTES, BLOCK_BYTES);
        while (entries.hasRemaining()) {
            long entryKey = entries.getLong();
            long value = entries.getLong();
            if (entryKey == key) {
                return OptionalLong.of(value);
            }
        }
        return OptionalLong.empty();
    }

    /** All keys, to make a filter of them. */
    long[] keys() throws IOException {
        ByteBuffer entries = read(file, 0, Math.toIntExact(file.size()));
        long[] keys = new long[entries.remaining() / ENTRY_BYTES];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = entries.getLong(i * ENTRY_BYTES);
        }
        return keys;
    }

    private static ByteBuffer read(FileChannel file, long position, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(length, file.size() - position));
        while (bytes.hasRemaining() && file.read(bytes, position + bytes.position()) >= 0) {}
        return bytes.flip();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
