package dev.bloomery.internal.disk;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/** Appends to a file, large pieces directly and small ones together. Closing it flushes, and does not close the file. */
public final class DiskOutput extends OutputStream {
    private static final int BUFFER = 1 << 16;

    private final DiskFile file;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER);

    public DiskOutput(DiskFile file) {
        this.file = file;
    }

    @Override
    public void write(int value) throws IOException {
        if (!buffer.hasRemaining()) {
            flush();
        }
        buffer.put((byte) value);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        if (length > buffer.remaining()) {
            flush();
        }
        if (length > buffer.remaining()) {
            file.append(ByteBuffer.wrap(bytes, from, length));
        } else {
            buffer.put(bytes, from, length);
        }
    }

    @Override
    public void flush() throws IOException {
        buffer.flip();
        if (buffer.hasRemaining()) {
            file.append(buffer);
        }
        buffer.clear();
    }

    @Override
    public void close() throws IOException {
        flush();
    }
}
