package dev.bloomery.internal.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A range of a file in memory, read-only, in windows of 1 GiB: a buffer holds no more than 2 GiB.
 *
 * <p>It stays there as long as anyone can reach this object, also when the file is closed, renamed or deleted; then the garbage collector
 * takes it away. To take it away earlier would crash a thread that still reads. A file that is cut while it is mapped makes readers fail with
 * an {@link InternalError}; files that are replaced by a rename are never cut.
 */
public final class MappedBytes {
    private static final int WINDOW_BITS = 30;
    private static final long WINDOW = 1L << WINDOW_BITS;

    /** Windows reach so far into the next one that eight bytes are always within one. */
    private static final int OVERLAP = Long.BYTES;

    private final ByteBuffer[] windows;

    /**
     * Maps a range.
     *
     * @param fileLength bytes of the file: what is behind the range may be read with its last bytes
     */
    public MappedBytes(ChannelFile file, long start, long length, long fileLength) throws IOException {
        windows = new ByteBuffer[Math.toIntExact(Math.max(1, (length + WINDOW - 1) / WINDOW))];
        for (int i = 0; i < windows.length; i++) {
            long from = start + i * WINDOW;
            windows[i] = file.map(from, (int) Math.min(WINDOW + OVERLAP, fileLength - from))
                    .order(ByteOrder.LITTLE_ENDIAN);
        }
    }

    /** The eight bytes from a position on, the lowest first. */
    public long longAt(long position) {
        return windows[(int) (position >>> WINDOW_BITS)].getLong((int) (position & (WINDOW - 1)));
    }

    /** Copies bytes from {@code position} on to the start of {@code target}. */
    public void copyTo(long position, byte[] target, int length) {
        int copied = 0;
        while (copied < length) {
            ByteBuffer window = windows[(int) ((position + copied) >>> WINDOW_BITS)];
            int from = (int) ((position + copied) & (WINDOW - 1));
            int count = (int) Math.min(length - copied, WINDOW - from);
            window.get(from, target, copied, count);
            copied += count;
        }
    }
}
