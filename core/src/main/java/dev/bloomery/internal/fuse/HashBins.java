package dev.bloomery.internal.fuse;

import dev.bloomery.internal.disk.TempFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * Hashes in a temporary file, by their upper eight bits.
 *
 * <p>The file is a row of chunks, each of one bin; what does not fill a chunk yet is in memory, 8 MB in all. For one thread.
 */
final class HashBins implements Closeable {
    static final int BINS = 256;
    private static final int CHUNK = 4_096;

    private final TempFile file;
    private final long[][] open = new long[BINS][CHUNK];
    private final long[] counts = new long[BINS];
    /** The places in the file of the full chunks of each bin. */
    private final int[][] chunks = new int[BINS][16];

    private final ByteBuffer bytes =
            ByteBuffer.allocateDirect(CHUNK * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final LongBuffer longs = bytes.asLongBuffer();
    private int written;

    /** Makes the file in this directory. */
    HashBins(Path directory) throws IOException {
        file = new TempFile(directory, "bloomery-fuse", ".hashes");
    }

    /** The bin of a hash; bins are ranges of hashes in the order of unsigned numbers. */
    static int bin(long hash) {
        return (int) (hash >>> 56);
    }

    void add(long hash) throws IOException {
        int bin = bin(hash);
        int used = (int) (counts[bin]++ % CHUNK);
        open[bin][used] = hash;
        if (used == CHUNK - 1) {
            write(bin);
        }
    }

    private void write(int bin) throws IOException {
        longs.clear().put(open[bin]);
        bytes.clear();
        file.write(bytes, written * (long) bytes.capacity());
        int number = (int) (counts[bin] / CHUNK) - 1;
        if (number == chunks[bin].length) {
            chunks[bin] = Arrays.copyOf(chunks[bin], 2 * number);
        }
        chunks[bin][number] = written;
        written = Math.incrementExact(written);
    }

    /** Hands over all hashes of a bin. */
    void forEach(int bin, LongConsumer consumer) throws IOException {
        int full = (int) (counts[bin] / CHUNK);
        for (int i = 0; i < full; i++) {
            bytes.clear();
            file.read(bytes, chunks[bin][i] * (long) bytes.capacity());
            for (int j = 0; j < CHUNK; j++) {
                consumer.accept(longs.get(j));
            }
        }
        int rest = (int) (counts[bin] % CHUNK);
        for (int j = 0; j < rest; j++) {
            consumer.accept(open[bin][j]);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
