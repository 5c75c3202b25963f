package dev.bloomery.internal.disk;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * A file that is readable by its owner only. It is deleted by {@link #close}, and where the system allows it already when it is opened,
 * so that it is gone even after a crash.
 */
public final class TempFile implements Closeable {
    private final DiskFile file;

    /** Makes the file in this directory. */
    public TempFile(Path directory, String prefix, String suffix) throws IOException {
        file = RealDisk.temporary(directory, prefix, suffix);
    }

    /** Writes what remains in the buffer. */
    public void write(ByteBuffer bytes, long at) throws IOException {
        file.write(bytes, at);
    }

    /** Fills what remains of the buffer. */
    public void read(ByteBuffer bytes, long at) throws IOException {
        for (long from = at; bytes.hasRemaining(); ) {
            int read = file.read(bytes, from);
            if (read < 0) {
                throw new EOFException("a temporary file was cut short by someone else");
            }
            from += read;
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
