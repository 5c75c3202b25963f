package dev.bloomery.cli.lines;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;

/**
 * What a command reads, one after the other: files, {@code -} for the standard input, each unpacked if it is gzip.
 *
 * @param files their names; the standard input if there are none
 */
public record Inputs(List<Path> files) {
    private static final int GZIP_BUFFER = 1 << 16;
    private static final Path STANDARD_INPUT = Path.of("-");

    public Inputs {
        files = files.isEmpty() ? List.of(STANDARD_INPUT) : List.copyOf(files);
    }

    /** Opens one of them. */
    public static InputStream open(Path file) throws IOException {
        if (file.equals(STANDARD_INPUT)) {
            return unpacked(new FileInputStream(FileDescriptor.in)); // without the buffer of System.in
        }
        if (Files.isDirectory(file)) {
            throw new IOException(file + " is a directory; name files, or send their lines through a pipe");
        }
        return unpacked(new FileInputStream(file.toFile()));
    }

    static InputStream unpacked(InputStream in) throws IOException {
        try {
            PeekedInput peeked = PeekedInput.of(in, 2);
            return peeked.startsWith(0x1F, 0x8B)
                    ? new GZIPInputStream(peeked, GZIP_BUFFER)
                    : new PlainInput(peeked, in);
        } catch (IOException failed) {
            in.close();
            throw failed;
        }
    }

    /** Bytes of all files together, or 0 if that is not known: for pipes, and for gzip, whose bytes are counted unpacked. */
    public long totalBytes() throws IOException {
        long total = 0;
        for (Path file : files) {
            if (!Files.isRegularFile(file) || file.toString().endsWith(".gz")) {
                return 0;
            }
            total += Files.size(file);
        }
        return total;
    }
}
