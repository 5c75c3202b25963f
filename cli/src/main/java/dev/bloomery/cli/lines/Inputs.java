package dev.bloomery.cli.lines;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
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
        InputStream in = stream(file);
        try {
            return unpacked(in);
        } catch (IOException failed) {
            throw new InputFailure(nameOf(file), failed);
        }
    }

    private static InputStream stream(Path file) throws IOException {
        if (file.equals(STANDARD_INPUT)) {
            return new FileInputStream(FileDescriptor.in); // without the buffer of System.in
        }
        if (Files.isDirectory(file)) {
            throw new IOException(file + " is a directory; name files, or send their lines through a pipe");
        }
        return new FileInputStream(file.toFile());
    }

    /** How a message calls one of them. */
    static String nameOf(Path file) {
        return file.equals(STANDARD_INPUT) ? "the standard input" : file.toString();
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

    /** Bytes of those that are files, as they lie on the disk, packed or not; also of one that the standard input comes from. */
    public long fileBytes() throws IOException {
        long total = 0;
        for (Path file : files) {
            if (file.equals(STANDARD_INPUT)) {
                total += standardInputBytes();
            } else if (Files.isRegularFile(file)) {
                total += Files.size(file);
            }
        }
        return total;
    }

    @SuppressWarnings("resource") // the standard input stays open
    private static long standardInputBytes() {
        FileChannel channel = new FileInputStream(FileDescriptor.in).getChannel();
        try {
            return Math.max(0, channel.size() - channel.position());
        } catch (IOException noFile) {
            return 0; // a pipe has no position
        }
    }
}
