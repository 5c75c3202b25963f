package dev.bloomery.internal.fuse;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file that is readable by its owner only. It is deleted by {@link #close}, and where the system allows it already when it is opened,
 * so that it is gone even after a crash.
 */
final class TempFile implements Closeable {
    private final FileChannel channel;

    /** Makes the file in this directory. */
    TempFile(Path directory, String suffix) throws IOException {
        Path path = Files.createTempFile(directory, "bloomery-fuse", suffix); // for its owner only
        try {
            channel = FileChannel.open(
                    path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
        } catch (IOException | RuntimeException failed) {
            Files.deleteIfExists(path);
            throw failed;
        }
    }

    /** Writes what remains in the buffer. */
    void write(ByteBuffer bytes, long at) throws IOException {
        for (long to = at; bytes.hasRemaining(); ) {
            to += channel.write(bytes, to);
        }
    }

    /** Fills what remains of the buffer. */
    void read(ByteBuffer bytes, long at) throws IOException {
        for (long from = at; bytes.hasRemaining(); ) {
            int read = channel.read(bytes, from);
            if (read < 0) {
                throw new EOFException("the temporary file of a fuse filter was cut short by someone else");
            }
            from += read;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
