package dev.bloomery.internal.snapshot;

import dev.bloomery.file.DamagedSnapshotException;
import dev.bloomery.file.InvalidSnapshotException;
import dev.bloomery.file.Progress;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a snapshot from its first byte to its last, and believes nothing that it has not checked.
 *
 * <p>Where it is not known how many bytes there are, as of a stream, an array is made only after its bytes have come: until then they
 * are kept in pieces. So reading N bytes allocates at most twice as many, and less than a mebibyte beside, whatever the bytes say.
 */
public final class SnapshotInput {
    private final InputStream in;
    private final String name;
    private final OptionalLong available;
    private final Progress progress;
    private final byte[] piece = new byte[Pieces.BYTES];
    private final Pieces pieces = new Pieces();
    private final Header header;
    private final int headerLength;
    private @Nullable String suspicion;

    /**
     * Reads the header.
     *
     * @param name of what is read, for messages
     * @param available how many bytes there are, if that is known for certain
     */
    public SnapshotInput(InputStream in, String name, OptionalLong available, Progress progress) throws IOException {
        this.in = in;
        this.name = name;
        this.available = available;
        this.progress = progress;
        byte[] start = new byte[Header.START];
        int read = in.readNBytes(start, 0, start.length);
        if (read < start.length) {
            Header.requireMagic(start, read, name);
            throw damaged(read == 0 ? "it is empty" : "it ends after " + read + " bytes");
        }
        headerLength = Header.lengthOf(start, name);
        header = Header.decode(readHeader(start), name);
        if (available.isPresent() && available.getAsLong() != header.fileLength()) {
            throw damaged("it has " + available.getAsLong() + " bytes, and says it has " + header.fileLength());
        }
    }

    private byte[] readHeader(byte[] start) throws IOException {
        int rest = headerLength - start.length;
        byte[] whole = new byte[headerLength]; // short enough to make room for before it has come
        System.arraycopy(start, 0, whole, 0, start.length);
        if (in.readNBytes(whole, start.length, rest) < rest) {
            throw damaged("it ends within its header");
        }
        return whole;
    }

    public Header header() {
        return header;
    }

    /** Throws if the body has not as many bytes as the filter of its spec. Before anything of it is read or made room for. */
    public void requireBody(long length) throws IOException {
        if (header.bodyLength() != length) {
            throw invalid("its body has " + header.bodyLength() + " bytes, by its spec it has " + length);
        }
    }

    /** The next longs of the body, behind {@code lead} free ones. */
    public long[] longs(int lead, int count) throws IOException {
        align();
        long bytes = (long) count * Long.BYTES;
        List<byte[]> come = piecesIfUnknown(bytes);
        long[] longs = new long[lead + count];
        LongBuffer room = LongBuffer.wrap(longs, lead, count);
        pour(bytes, come, piece -> room.put(piece.asLongBuffer()));
        return longs;
    }

    /** The next shorts of the body. */
    public short[] shorts(int count) throws IOException {
        align();
        long bytes = (long) count * Short.BYTES;
        List<byte[]> come = piecesIfUnknown(bytes);
        short[] shorts = new short[count];
        ShortBuffer room = ShortBuffer.wrap(shorts);
        pour(bytes, come, piece -> room.put(piece.asShortBuffer()));
        return shorts;
    }

    /** The next bytes of the body, followed by {@code tail} zeros. */
    public byte[] bytes(int count, int tail) throws IOException {
        align();
        List<byte[]> come = piecesIfUnknown(count);
        byte[] bytes = new byte[count + tail];
        ByteBuffer room = ByteBuffer.wrap(bytes);
        pour(count, come, room::put);
        return bytes;
    }

    /** The next bytes if nobody knows whether there are so many: room for all of them is made when they have come. Else none. */
    private List<byte[]> piecesIfUnknown(long bytes) throws IOException {
        return available.isEmpty() ? readPieces(bytes) : List.of();
    }

    /** Hands on so many bytes, those that have come already or else the next ones. */
    private void pour(long bytes, List<byte[]> come, Consumer<ByteBuffer> room) throws IOException {
        for (byte[] one : come) {
            room.accept(ByteBuffer.wrap(one).order(ByteOrder.LITTLE_ENDIAN));
        }
        for (long left = come.isEmpty() ? bytes : 0; left > 0; left -= Pieces.BYTES) {
            int length = (int) Math.min(Pieces.BYTES, left);
            readPiece(piece, length);
            room.accept(ByteBuffer.wrap(piece, 0, length).order(ByteOrder.LITTLE_ENDIAN));
        }
    }

    private List<byte[]> readPieces(long bytes) throws IOException {
        List<byte[]> read = new ArrayList<>();
        for (long left = bytes; left > 0; left -= Pieces.BYTES) {
            byte[] one = new byte[(int) Math.min(Pieces.BYTES, left)];
            readPiece(one, one.length);
            read.add(one);
        }
        return read;
    }

    private void readPiece(byte[] into, int length) throws IOException {
        if (in.readNBytes(into, 0, length) < length) {
            throw damaged("it ends before the " + header.fileLength() + " bytes that it says it has");
        }
        pass(into, length);
    }

    private void pass(byte[] bytes, int length) {
        pieces.pass(bytes, length);
        progress.report(headerLength + pieces.passed(), header.fileLength());
    }

    /** Reads up to where the next part begins; only zeros are there. */
    private void align() throws IOException {
        int zeros = (int) (Body.aligned(pieces.passed()) - pieces.passed());
        readPiece(piece, zeros);
        for (int i = 0; i < zeros; i++) {
            if (piece[i] != 0) {
                suspect("there is something other than zeros between the parts of its body");
            }
        }
    }

    /** Reads on to the end, and checks all that was read. Nothing of it may be used before. */
    public void end() throws IOException {
        byte[] trailer = in.readNBytes(Math.toIntExact(Trailer.length(pieces.passed())));
        if (trailer.length < Trailer.length(pieces.passed())) {
            throw damaged("it ends within its checksums");
        }
        Trailer.decode(trailer, header, name).check(pieces);
        if (in.read() >= 0) {
            throw damaged("it goes on behind its end");
        }
        if (suspicion != null) {
            throw invalid(suspicion);
        }
        progress.report(header.fileLength(), header.fileLength());
    }

    /** A typed error that names what is read, says what is wrong and what to do. */
    public DamagedSnapshotException damaged(String what) {
        return Header.damaged(name, what);
    }

    /** The body is not as it can be. Whether it was damaged or written like that is told by {@link #end}, which throws in either case. */
    public void suspect(String what) {
        suspicion = what;
    }

    /** The same for what is wrong though the checksums are right: of the header, or of all after {@link #end}. */
    public InvalidSnapshotException invalid(String what) {
        return Header.invalid(name, what);
    }

    public String name() {
        return name;
    }
}
