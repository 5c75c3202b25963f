package dev.bloomery.internal.snapshot;

import dev.bloomery.file.Progress;
import dev.bloomery.internal.disk.ChannelFile;
import dev.bloomery.internal.disk.DiskInput;
import dev.bloomery.internal.disk.MappedBytes;
import java.io.IOException;
import java.util.OptionalLong;

/**
 * A snapshot whose body stays in its file. Header and checksums are read and checked when it is opened, which takes no longer for a large file;
 * the body is checked by {@link #verify}.
 */
public final class MappedSnapshot {
    private final SnapshotInput in;
    private final Trailer trailer;
    private final MappedBytes body;

    /**
     * Maps an open file, which may be closed then.
     *
     * @param name of the file, for messages
     */
    public MappedSnapshot(ChannelFile file, String name) throws IOException {
        in = new SnapshotInput(new DiskInput(file, 0), name, OptionalLong.of(file.size()), Progress.NONE);
        Header header = in.header();
        long end = header.length() + header.bodyLength();
        byte[] last = new DiskInput(file, end).readNBytes(Math.toIntExact(Trailer.length(header.bodyLength())));
        if (last.length < Trailer.length(header.bodyLength())) {
            throw in.damaged("it ends within its checksums");
        }
        trailer = Trailer.decode(last, header, name);
        body = new MappedBytes(file, header.length(), header.bodyLength(), header.fileLength());
    }

    /** With the header, and nothing else to be read from it. */
    public SnapshotInput in() {
        return in;
    }

    /** The eight bytes of the body from a position on, the lowest first; up to seven may be behind its end. */
    public long longAt(long position) {
        return body.longAt(position);
    }

    public Body body() {
        return Body.of(in.header().bodyLength(), body::copyTo);
    }

    /** Reads the whole body, and throws if it is not the one that was written. */
    public void verify(Progress progress) throws IOException {
        Pieces pieces = new Pieces();
        byte[] piece = new byte[Pieces.BYTES];
        long length = in.header().bodyLength();
        for (long position = 0; position < length; position += piece.length) {
            int bytes = (int) Math.min(piece.length, length - position);
            body.copyTo(position, piece, bytes);
            pieces.pass(piece, bytes);
            progress.report(pieces.passed(), length);
        }
        trailer.check(pieces);
        progress.report(length, length);
    }
}
