package dev.bloomery.examples.blocks;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.OptionalInt;
import java.util.PrimitiveIterator;
import java.util.stream.LongStream;

/** Records of 64 bytes, each beginning with its key, in the order in which they came. It is read in blocks of a thousand or so. */
final class RecordFile implements AutoCloseable {
    static final int RECORD_BYTES = 64;
    static final int RECORDS_PER_BLOCK = 1_024;
    static final int BLOCK_BYTES = RECORD_BYTES * RECORDS_PER_BLOCK;

    private final FileChannel file;
    private final long size;
    private final ByteBuffer block = ByteBuffer.allocate(BLOCK_BYTES);
    private long bytesRead;

    RecordFile(Path path) throws IOException {
        file = FileChannel.open(path, StandardOpenOption.READ);
        size = file.size();
    }

    static void write(Path path, LongStream keys) throws IOException {
        byte[] rest = new byte[RECORD_BYTES - Long.BYTES];
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(path)))) {
            for (PrimitiveIterator.OfLong all = keys.iterator(); all.hasNext(); ) {
                out.writeLong(all.nextLong());
                out.write(rest);
            }
        }
    }

    int blocks() {
        return Math.toIntExact((size + BLOCK_BYTES - 1) / BLOCK_BYTES);
    }

    /** The last block may be shorter. */
    long blockBytes(int number) {
        return Math.min(BLOCK_BYTES, size - (long) number * BLOCK_BYTES);
    }

    /** Reads a block: its keys. */
    long[] keys(int number) throws IOException {
        read(number);
        long[] keys = new long[block.limit() / RECORD_BYTES];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = block.getLong(i * RECORD_BYTES);
        }
        return keys;
    }

    /** Reads a block: where in it the key is, if it is there. */
    OptionalInt find(int number, long key) throws IOException {
        read(number);
        for (int at = 0; at < block.limit(); at += RECORD_BYTES) {
            if (block.getLong(at) == key) {
                return OptionalInt.of(at);
            }
        }
        return OptionalInt.empty();
    }

    private void read(int number) throws IOException {
        block.clear();
        long position = (long) number * BLOCK_BYTES;
        while (block.hasRemaining() && file.read(block, position + block.position()) >= 0) {}
        bytesRead += block.flip().limit();
    }

    long bytesRead() {
        return bytesRead;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
