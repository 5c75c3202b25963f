package dev.bloomery.internal.snapshot;

import dev.bloomery.file.DamagedSnapshotException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * What follows the body: the checksum of each of its chunks, the length of the file (8 bytes), and the checksum of all that.
 */
final class Trailer {
    /** Bytes behind the checksums of the chunks. */
    private static final int END = Long.BYTES + Integer.BYTES;

    private final ByteBuffer bytes;
    private final String name;

    private Trailer(ByteBuffer bytes, String name) {
        this.bytes = bytes;
        this.name = name;
    }

    static long length(long bodyLength) {
        return Pieces.chunks(bodyLength) * Integer.BYTES + END;
    }

    static byte[] encode(Pieces body, long fileLength) {
        ByteBuffer trailer =
                ByteBuffer.allocate(Math.toIntExact(length(body.passed()))).order(ByteOrder.LITTLE_ENDIAN);
        for (int chunk = 0; chunk < Pieces.chunks(body.passed()); chunk++) {
            trailer.putInt(body.checksum(chunk));
        }
        trailer.putLong(fileLength);
        trailer.putInt(Header.checksum(trailer.array(), trailer.position()));
        return trailer.array();
    }

    /** Expects as many bytes as {@link #length} says. Its own checksum is right if it returns. */
    static Trailer decode(byte[] bytes, Header header, String name) throws DamagedSnapshotException {
        ByteBuffer trailer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int end = bytes.length - Integer.BYTES;
        if (trailer.getInt(end) != Header.checksum(bytes, end)) {
            throw Header.damaged(name, "the checksum of its checksums differs");
        }
        if (trailer.getLong(end - Long.BYTES) != header.fileLength()) {
            throw Header.damaged(name, "the lengths at its beginning and its end differ");
        }
        return new Trailer(trailer, name);
    }

    /** Throws if the body that passed is not the one that was written. */
    void check(Pieces body) throws DamagedSnapshotException {
        for (int chunk = 0; chunk < Pieces.chunks(body.passed()); chunk++) {
            if (bytes.getInt(chunk * Integer.BYTES) != body.checksum(chunk)) {
                throw Header.damaged(name, "the checksum of chunk " + chunk + " of its body differs");
            }
        }
    }
}
