package dev.bloomery.internal.disk;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/** Reads a file from a position on. Not buffered: made for readers that ask for large pieces. Closing it does not close the file. */
public final class DiskInput extends InputStream {
    private final DiskFile file;
    private long position;

    public DiskInput(DiskFile file, long position) {
        this.file = file;
        this.position = position;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        int count = file.read(ByteBuffer.wrap(into, from, length), position);
        position += Math.max(0, count);
        return count;
    }
}
