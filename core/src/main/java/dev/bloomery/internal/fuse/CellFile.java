package dev.bloomery.internal.fuse;

import dev.bloomery.internal.bits.PackedCells;
import dev.bloomery.internal.disk.TempFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ShortBuffer;
import java.nio.file.Path;

/**
 * The cells of finished shards in a temporary file, until the last one is finished and it is known how large an array of all of them must
 * be. First all are appended, then they are taken in the same order, from the beginning. For one thread.
 */
final class CellFile implements Closeable {
    private static final int PIECE = 1 << 16;

    private final TempFile file;
    private final byte[] piece = new byte[PIECE];
    private final ByteBuffer buffer = ByteBuffer.wrap(piece).order(ByteOrder.LITTLE_ENDIAN);
    private long written;
    private long taken;

    /** Makes the file in this directory. */
    CellFile(Path directory) throws IOException {
        file = new TempFile(directory, "bloomery-fuse", ".cells");
    }

    void append(PackedCells cells) throws IOException {
        int length = cells.byteLength();
        for (int at = 0; at < length; at += PIECE) {
            int count = Math.min(PIECE, length - at);
            cells.copyBytes(at, piece, count);
            file.write(buffer.clear().limit(count), written + at);
        }
        written += length;
    }

    /** The next bytes, and behind them {@code tail} zeros. */
    byte[] bytes(int count, int tail) throws IOException {
        byte[] bytes = new byte[count + tail];
        for (int at = 0; at < count; at += PIECE) {
            take(Math.min(PIECE, count - at)).get(bytes, at, buffer.limit());
        }
        return bytes;
    }

    /** The next shorts. */
    short[] shorts(int count) throws IOException {
        short[] shorts = new short[count];
        ShortBuffer room = ShortBuffer.wrap(shorts);
        while (room.hasRemaining()) {
            room.put(take(Math.min(PIECE, room.remaining() * Short.BYTES)).asShortBuffer());
        }
        return shorts;
    }

    private ByteBuffer take(int count) throws IOException {
        file.read(buffer.clear().limit(count), taken);
        taken += count;
        return buffer.flip();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
