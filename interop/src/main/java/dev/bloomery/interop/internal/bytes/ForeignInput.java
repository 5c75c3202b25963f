package dev.bloomery.interop.internal.bytes;

import dev.bloomery.interop.DamagedForeignFilterException;
import dev.bloomery.interop.UnsupportedForeignFilterException;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Reads the bytes of a filter from first to last, and believes no length among them: where it is not known
 * how many bytes there are, as of a stream, an array is made only after its bytes have come. So reading N
 * bytes allocates at most twice as many, and less than a mebibyte beside, whatever the bytes say.
 */
public final class ForeignInput {
    private static final int PIECE = 1 << 14;
    private static final long UNKNOWN = -1;

    private final InputStream in;
    private final String name;
    private long left;
    private long read;

    private ForeignInput(InputStream in, String name, long left) {
        this.in = in;
        this.name = name;
        this.left = left;
    }

    /** Makes a filter of what it reads. */
    @FunctionalInterface
    public interface Parser<T> {
        /** Reads a filter and not more. */
        T read(ForeignInput in) throws IOException;
    }

    /**
     * Reads the next bytes of a stream, and leaves the rest of it.
     *
     * @param name of what is read, for messages
     */
    public static <T> T next(InputStream stream, String name, Parser<T> parser) throws IOException {
        return parser.read(new ForeignInput(Objects.requireNonNull(stream, "in"), name, UNKNOWN));
    }

    /** Reads a whole array; bytes that are left over are damage. */
    public static <T> T whole(byte[] bytes, String name, Parser<T> parser) throws IOException {
        Objects.requireNonNull(bytes, "bytes");
        return whole(new ForeignInput(new ByteArrayInputStream(bytes), name, bytes.length), parser);
    }

    /**
     * Reads a part of something larger.
     *
     * @param length the most bytes that it may have
     */
    public static <T> T atMost(InputStream stream, long length, String name, Parser<T> parser) throws IOException {
        return parser.read(new ForeignInput(stream, name, length));
    }

    /** Reads a whole file; bytes that are left over are damage. */
    public static <T> T whole(Path file, String name, Parser<T> parser) throws IOException {
        Objects.requireNonNull(file, "file");
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), PIECE)) {
            return whole(new ForeignInput(in, name + " in " + file, Files.size(file)), parser);
        }
    }

    private static <T> T whole(ForeignInput in, Parser<T> parser) throws IOException {
        T result = parser.read(in);
        in.requireEnd();
        return result;
    }

    /** Throws if there are more bytes. */
    public void requireEnd() throws IOException {
        if (left > 0 || in.read() >= 0) {
            throw damaged("it goes on after its " + read + " bytes");
        }
    }

    /** The next byte, from 0 to 255. */
    public int u8() throws IOException {
        requireLeft(1);
        int value = in.read();
        if (value < 0) {
            throw damaged("it ends after " + read + " bytes, and says that it has more");
        }
        read++;
        left -= left == UNKNOWN ? 0 : 1;
        return value;
    }

    /** How many bytes were read. */
    public long position() {
        return read;
    }

    /** Reads on to a place that was not passed yet. */
    public void skip(long count) throws IOException {
        requireLeft(count);
        try {
            in.skipNBytes(count);
        } catch (EOFException cut) {
            throw damaged("it ends before the " + (read + count) + " bytes that it says it has");
        }
        read += count;
        left -= left == UNKNOWN ? 0 : count;
    }

    /** The next eight bytes as a number. */
    public long i64(ByteOrder order) throws IOException {
        return ByteBuffer.wrap(bytes(Long.BYTES)).order(order).getLong();
    }

    /** The next four bytes as a number. */
    public int i32(ByteOrder order) throws IOException {
        return ByteBuffer.wrap(bytes(Integer.BYTES)).order(order).getInt();
    }

    /** The next bytes; {@code count} must be small or checked against {@link #requireLeft}. */
    public byte[] bytes(int count) throws IOException {
        requireLeft(count);
        byte[] bytes;
        if (left == UNKNOWN) {
            bytes = in.readNBytes(count); // makes room as the bytes come
        } else {
            bytes = new byte[count];
            in.readNBytes(bytes, 0, count);
        }
        pass(bytes, count, count);
        return bytes;
    }

    private void pass(byte[] bytes, int come, int wanted) throws IOException {
        if (bytes.length < wanted || come < wanted) {
            throw damaged(
                    "it ends after " + (read + Math.min(come, bytes.length)) + " bytes, and says that it has more");
        }
        read += wanted;
        left -= left == UNKNOWN ? 0 : wanted;
    }

    /** Throws if it is known that fewer bytes are left. */
    public void requireLeft(long count) throws IOException {
        if (left != UNKNOWN && count > left) {
            throw damaged("it has " + (read + left) + " bytes, and says that it has " + (read + count));
        }
    }

    /**
     * The next {@code bytes} bytes as longs, the last one filled up with zeros.
     *
     * @param order of the bytes of a long
     */
    public long[] longs(long bytes, ByteOrder order) throws IOException {
        requireLeft(bytes);
        long words = (bytes + Long.BYTES - 1) / Long.BYTES;
        if (words > Integer.MAX_VALUE - 8) {
            throw new UnsupportedForeignFilterException(name + ": its bits take " + bytes + " bytes; at most "
                    + 8L * (Integer.MAX_VALUE - 8) + " can be read");
        }
        if (left != UNKNOWN) {
            long[] longs = new long[(int) words];
            byte[] piece = new byte[(int) Math.min(PIECE, words * Long.BYTES)];
            int at = 0;
            for (long rest = bytes; rest > 0; rest -= PIECE) {
                at += put(nextPiece(piece, rest), piece, longs, at, order);
            }
            return longs;
        }
        List<byte[]> pieces = new ArrayList<>();
        for (long rest = bytes; rest > 0; rest -= PIECE) {
            byte[] piece = new byte[(int) Math.min(PIECE, (rest + Long.BYTES - 1) / Long.BYTES * Long.BYTES)];
            nextPiece(piece, rest);
            pieces.add(piece);
        }
        long[] longs = new long[(int) words];
        int at = 0;
        for (byte[] piece : pieces) {
            at += put(piece.length, piece, longs, at, order);
        }
        return longs;
    }

    /**
     * The next {@code bytes} bytes as ints.
     *
     * @param bytes a multiple of four
     * @param order of the bytes of an int
     */
    public int[] ints(int bytes, ByteOrder order) throws IOException {
        requireLeft(bytes);
        List<byte[]> pieces = new ArrayList<>();
        if (left == UNKNOWN) {
            for (int rest = bytes; rest > 0; rest -= PIECE) {
                byte[] piece = new byte[Math.min(PIECE, rest)];
                pass(piece, in.readNBytes(piece, 0, piece.length), piece.length);
                pieces.add(piece);
            }
        }
        int[] ints = new int[bytes / Integer.BYTES];
        IntBuffer room = IntBuffer.wrap(ints);
        for (byte[] piece : pieces) {
            room.put(ByteBuffer.wrap(piece).order(order).asIntBuffer());
        }
        byte[] piece = new byte[Math.min(PIECE, room.remaining() * Integer.BYTES)];
        while (room.hasRemaining()) {
            int count = Math.min(piece.length, room.remaining() * Integer.BYTES);
            pass(piece, in.readNBytes(piece, 0, count), count);
            room.put(ByteBuffer.wrap(piece, 0, count).order(order).asIntBuffer());
        }
        return ints;
    }

    private int nextPiece(byte[] piece, long rest) throws IOException {
        int count = (int) Math.min(PIECE, rest);
        int come = in.readNBytes(piece, 0, count);
        pass(piece, come, count);
        int padded = (count + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
        for (int i = count; i < padded; i++) {
            piece[i] = 0;
        }
        return padded;
    }

    private static int put(int bytes, byte[] piece, long[] longs, int at, ByteOrder order) {
        int count = bytes / Long.BYTES;
        ByteBuffer.wrap(piece, 0, bytes).order(order).asLongBuffer().get(longs, at, count);
        return count;
    }

    /** A typed error that names what is read and says what is wrong. */
    public DamagedForeignFilterException damaged(String what) {
        return new DamagedForeignFilterException(
                name + ": " + what + "; these bytes are something else, or damaged: fetch or write them again");
    }

    /** The same for what may be right, and cannot be read. */
    public UnsupportedForeignFilterException unsupported(String what) {
        return new UnsupportedForeignFilterException(name + ": " + what);
    }
}
