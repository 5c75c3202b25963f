package dev.bloomery.internal.snapshot;

import dev.bloomery.file.Progress;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** Writes a snapshot from its first byte to its last. */
public final class SnapshotOutput {
    private final OutputStream out;
    private final Progress progress;
    private final byte[] piece = new byte[Pieces.BYTES];
    private final Pieces pieces = new Pieces();

    public SnapshotOutput(OutputStream out, Progress progress) {
        this.out = out;
        this.progress = progress;
    }

    /** Expects a header that has the length of the parts. Flushes, and does not close. */
    public void write(Header header, List<Body> parts) throws IOException {
        byte[] start = header.encode();
        out.write(start);
        long length = header.fileLength();
        for (Body part : parts) {
            pad();
            for (long position = 0; position < part.length(); position += piece.length) {
                int bytes = (int) Math.min(piece.length, part.length() - position);
                part.copyTo(position, piece, bytes);
                pass(bytes);
                progress.report(start.length + pieces.passed(), length);
            }
        }
        out.write(Trailer.encode(pieces, length));
        out.flush();
        progress.report(length, length);
    }

    private void pass(int bytes) throws IOException {
        pieces.pass(piece, bytes);
        out.write(piece, 0, bytes);
    }

    /** Zeros to where the next part begins. */
    private void pad() throws IOException {
        int zeros = (int) (Body.aligned(pieces.passed()) - pieces.passed());
        for (int i = 0; i < zeros; i++) {
            piece[i] = 0;
        }
        pass(zeros);
    }
}
