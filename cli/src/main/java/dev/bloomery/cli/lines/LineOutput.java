package dev.bloomery.cli.lines;

import java.io.Closeable;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.SyncFailedException;

/**
 * Writes lines to the standard output as they were read; a last line that nothing ended gets its end.
 *
 * <p>Not safe for threads.
 */
public final class LineOutput implements Closeable {
    private final FileOutputStream out;
    private final byte lastByte;
    private final byte[] buffer = new byte[1 << 16];
    private int filled;
    private boolean syncs = true;

    public LineOutput(LineEnd lineEnd) {
        this(new FileOutputStream(FileDescriptor.out), lineEnd);
    }

    public LineOutput(FileOutputStream out, LineEnd lineEnd) {
        this.out = out;
        this.lastByte = lineEnd.lastByte();
    }

    /** Writes line {@code i} of the batch. */
    public void write(LineBatch lines, int i) throws IOException {
        write(lines.bytes(), lines.start(i), lines.next(i) - lines.start(i));
        if (!lines.isEnded(i)) {
            write(new byte[] {lastByte}, 0, 1);
        }
    }

    private void write(byte[] bytes, int from, int length) throws IOException {
        if (length > buffer.length - filled) {
            flush();
        }
        if (length > buffer.length) {
            out.write(bytes, from, length);
        } else {
            System.arraycopy(bytes, from, buffer, filled, length);
            filled += length;
        }
    }

    /** Hands everything to the system: it outlives this process. */
    public void flush() throws IOException {
        int length = filled;
        filled = 0; // what could not be written is not tried again
        out.write(buffer, 0, length);
    }

    /** Flushes, and has a file put on the disk: it outlives the machine. Pipes and terminals have no disk. */
    public void sync() throws IOException {
        flush();
        if (syncs) {
            try {
                out.getFD().sync();
            } catch (SyncFailedException noFile) {
                syncs = false;
            }
        }
    }

    @Override
    public void close() throws IOException {
        flush();
        out.close();
    }
}
