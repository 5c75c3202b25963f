package dev.bloomery.interop.bitcoin;

import dev.bloomery.interop.internal.bytes.ForeignInput;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Numbers as the Bitcoin protocol writes them: one byte up to 252, else a mark and two, four or eight bytes.
 */
final class CompactSize {
    private CompactSize() {}

    /** A number from 0 to 2^63 - 1, in its shortest form. */
    static long read(ForeignInput in) throws IOException {
        int first = in.u8();
        if (first < 0xFD) {
            return first;
        }
        int width = 2 << (first - 0xFD);
        byte[] bytes = new byte[Long.BYTES];
        System.arraycopy(in.bytes(width), 0, bytes, 0, width);
        long value = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong();
        long least = width == 2 ? 0xFD : 1L << (width * 4);
        if (value < least) {
            throw in.damaged("a length is not in its shortest form");
        }
        return value;
    }

    static void write(OutputStream out, int value) throws IOException {
        if (value < 0xFD) {
            out.write(value);
        } else if (value <= 0xFFFF) {
            out.write(new byte[] {(byte) 0xFD, (byte) value, (byte) (value >>> 8)});
        } else {
            ByteBuffer bytes = ByteBuffer.allocate(5).order(ByteOrder.LITTLE_ENDIAN);
            out.write(bytes.put((byte) 0xFE).putInt(value).array());
        }
    }
}
