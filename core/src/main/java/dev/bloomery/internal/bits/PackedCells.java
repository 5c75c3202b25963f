package dev.bloomery.internal.bits;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An array of cells of a few bits each, one after the other without gaps: cell i is in the bits from {@code i * width} on, the
 * lowest first, in little-endian bytes.
 *
 * <p>Whatever the width, a cell is read by one load of eight bytes at the byte it begins in, a shift and a mask; so a cell may
 * have at most 57 bits, and seven bytes follow the last one. Written by one thread; any number may read what was handed over to
 * them.
 */
public final class PackedCells {
    /** Wherever in its first byte a cell begins, its bits are within eight bytes. */
    public static final int MAX_WIDTH = 57;

    private static final VarHandle WINDOW = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** So many bytes beyond the first one of a cell are read. */
    private static final int TAIL = Long.BYTES - 1;

    private final byte[] bytes;
    private final int width;
    /** Whether cells have 8, 16 or 32 bits. */
    private final boolean wholeBytes;
    /** Then it is a shift from the number of a cell to that of its byte. */
    private final int byteShift;

    private PackedCells(byte[] bytes, int width) {
        this.bytes = bytes;
        this.width = width;
        this.wholeBytes = width >= 8 && Integer.bitCount(width) == 1;
        this.byteShift = wholeBytes ? Integer.numberOfTrailingZeros(width / 8) : 0;
    }

    /** So many cells of so many bits, all 0. Expects fewer than 2^31 bits. */
    public static PackedCells of(int count, int width) {
        if (width < 1 || width > MAX_WIDTH) {
            throw new IllegalArgumentException("width is " + width + "; use 1 to " + MAX_WIDTH);
        }
        int bits = Math.multiplyExact(count, width);
        return new PackedCells(new byte[((bits + 7) >>> 3) + TAIL], width);
    }

    /** Cell {@code index} in the lowest bits; above them are those of its neighbours. */
    public long window(int index) {
        int bit = index * width;
        return (long) WINDOW.get(bytes, bit >>> 3) >>> (bit & 7);
    }

    /**
     * The xor of three cells in the lowest bits, whatever is above. Those of 8, 16 and 32 bits need no shift for each, which is a third of
     * the time; that they are such is the same for all cells, so the branch costs nothing.
     */
    public long xorOf(int first, int second, int third) {
        if (wholeBytes) {
            return (long) WINDOW.get(bytes, first << byteShift)
                    ^ (long) WINDOW.get(bytes, second << byteShift)
                    ^ (long) WINDOW.get(bytes, third << byteShift);
        }
        return window(first) ^ window(second) ^ window(third);
    }

    /** Sets cell {@code index}, which is 0, to the lowest bits of {@code value}; the others of it must be 0. */
    public void set(int index, long value) {
        int bit = index * width;
        WINDOW.set(bytes, bit >>> 3, (long) WINDOW.get(bytes, bit >>> 3) | value << (bit & 7));
    }

    public int width() {
        return width;
    }

    /** Bytes on the heap. */
    public long memoryBytes() {
        return 16 + (long) bytes.length;
    }

    /** The same cells with the same bits. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof PackedCells cells && cells.width == width && Arrays.equals(cells.bytes, bytes);
    }

    @Override
    public int hashCode() {
        return 31 * width + Arrays.hashCode(bytes);
    }
}
