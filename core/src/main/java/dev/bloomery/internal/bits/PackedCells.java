package dev.bloomery.internal.bits;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An array of cells of a few bits each, one after the other without gaps: cell i is in the bits from {@code i * width} on, the
 * lowest first, in little-endian bytes.
 *
 * <p>A cell is read by one load at the byte it begins in, a shift and a mask: of four bytes up to 25 bits, else of eight. So a cell
 * may have at most 57 bits, and seven bytes follow the last one. The shorter the load, the more seldom it reaches into the next cache
 * line, and cells of 8 or 16 bits, which are read as they are, never do; the latter lie in an array of shorts, whose index needs no
 * shift. Written by one thread; any number may read what was handed over to them.
 */
public final class PackedCells {
    /** Wherever in its first byte a cell begins, its bits are within eight bytes. */
    public static final int MAX_WIDTH = 57;

    /** The bytes that cells may take: an array has a few less than 2^31. */
    public static final int MAX_BYTES = Integer.MAX_VALUE - 64;

    /** The same within four bytes. */
    private static final int MAX_INT_WIDTH = 25;

    private static final VarHandle INT = view(int[].class);
    private static final VarHandle LONG = view(long[].class);

    /** So many bytes beyond the first one of a cell are read. */
    private static final int TAIL = Long.BYTES - 1;

    private final byte[] bytes;
    private final short[] shorts; // in the place of bytes, which are none then, if cells have 16 bits
    private final int width;

    // which way a cell is read: the same for all of them, so the branches cost nothing
    private final boolean byteWide;
    private final boolean shortWide;
    private final boolean within4Bytes;

    private PackedCells(byte[] bytes, short[] shorts, int width) {
        this.bytes = bytes;
        this.shorts = shorts;
        this.width = width;
        this.byteWide = width == Byte.SIZE;
        this.shortWide = width == Short.SIZE;
        this.within4Bytes = width <= MAX_INT_WIDTH;
    }

    private static VarHandle view(Class<?> ofArray) {
        return MethodHandles.byteArrayViewVarHandle(ofArray, ByteOrder.LITTLE_ENDIAN);
    }

    /** So many cells of so many bits, all 0. Expects at most {@link #MAX_BYTES}. */
    public static PackedCells of(int count, int width) {
        if (width < 1 || width > MAX_WIDTH) {
            throw new IllegalArgumentException("width is " + width + "; use 1 to " + MAX_WIDTH);
        }
        return width == Short.SIZE
                ? new PackedCells(new byte[0], new short[count], width)
                : new PackedCells(new byte[byteLength(count, width) + TAIL], new short[0], width);
    }

    /** So many cells of so many bits, as they were {@linkplain #copyBytes copied}. Expects at most {@link #MAX_BYTES}. */
    public static PackedCells read(int count, int width, ByteSource bytes, ShortSource shorts) throws IOException {
        return width == Short.SIZE
                ? new PackedCells(new byte[0], shorts.take(count), width)
                : new PackedCells(bytes.take(byteLength(count, width), TAIL), new short[0], width);
    }

    /** Bytes that so many cells take. */
    public static int byteLength(int count, int width) {
        return Math.toIntExact(((long) count * width + 7) >>> 3);
    }

    /** Copies bytes from {@code position} on to the start of {@code target}. */
    public void copyBytes(long position, byte[] target, int length) {
        if (!shortWide) {
            System.arraycopy(bytes, (int) position, target, 0, length);
            return;
        }
        for (int i = 0; i < length; i++) {
            int at = (int) position + i;
            target[i] = (byte) (shorts[at >>> 1] >>> ((at & 1) << 3));
        }
    }

    /** Without those that are only read beside the last cell. */
    public int byteLength() {
        return shortWide ? Short.BYTES * shorts.length : bytes.length - TAIL;
    }

    /** Cell {@code index} in the lowest bits, whatever is above. */
    public long window(int index) {
        if (byteWide) {
            return bytes[index];
        }
        if (shortWide) {
            return shorts[index];
        }
        long bit = (long) index * width;
        return within4Bytes
                ? (int) INT.get(bytes, (int) (bit >>> 3)) >>> ((int) bit & 7)
                : (long) LONG.get(bytes, (int) (bit >>> 3)) >>> ((int) bit & 7);
    }

    /** The cells themselves, not to be written to, if they have 8 bits; for loops that read many of them. */
    public byte[] bytes() {
        return bytes;
    }

    /** The xor of three cells in the lowest bits, whatever is above; asked once for all three which way to read. */
    public long xorOf(int first, int second, int third) {
        if (byteWide) {
            byte[] bytes = this.bytes;
            return bytes[first] ^ bytes[second] ^ bytes[third];
        }
        if (shortWide) {
            short[] shorts = this.shorts;
            return shorts[first] ^ shorts[second] ^ shorts[third];
        }
        return window(first) ^ window(second) ^ window(third);
    }

    /** Sets cell {@code index}, which is 0, to the lowest bits of {@code value}; the others of it must be 0. */
    public void set(int index, long value) {
        if (shortWide) {
            shorts[index] = (short) value;
            return;
        }
        long bit = (long) index * width;
        int at = (int) (bit >>> 3);
        LONG.set(bytes, at, (long) LONG.get(bytes, at) | value << (bit & 7));
    }

    public int width() {
        return width;
    }

    /** Bytes on the heap. */
    public long memoryBytes() {
        return Words.HEADER_BYTES + (long) (shortWide ? byteLength() : bytes.length);
    }

    /** Bytes on the heap that {@link #of} takes. */
    public static long memoryBytes(int count, int width) {
        return Words.HEADER_BYTES + (long) byteLength(count, width) + (width == Short.SIZE ? 0 : TAIL);
    }

    /** The same cells with the same bits. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof PackedCells cells
                && cells.width == width
                && Arrays.equals(cells.bytes, bytes)
                && Arrays.equals(cells.shorts, shorts);
    }

    @Override
    public int hashCode() {
        return 31 * width + Arrays.hashCode(bytes) + Arrays.hashCode(shorts);
    }
}
