package dev.bloomery.internal.family;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * What a log has one behind the other, each at a multiple of eight bytes. Little-endian:
 *
 * <pre>
 *  0  4  CRC32C of what follows, without the zeros at the end
 *  4  4  length of the owner's record; -1: a mark, nothing follows; -2: an owner was dropped, eight bytes with the hash follow
 *  8     the record (see {@link OwnerRecord}), its flags cleared
 *        zeros up to a multiple of eight
 * </pre>
 */
final class LogRecord {
    static final int HEAD = 8;
    static final int MARK = -1;
    static final int DROPPED = -2;

    private LogRecord() {}

    /** Bytes in the log for a payload of so many. */
    static int size(int payload) {
        return HEAD + payload + 7 & ~7;
    }

    /** Bytes behind the head for what its length says, or -1 if no record says that. */
    static int payload(int length) {
        return switch (length) {
            case MARK -> 0;
            case DROPPED -> Long.BYTES;
            default -> length < OwnerRecord.HEAD || length > OwnerPlan.MAX_BYTES ? -1 : length;
        };
    }

    static ByteBuffer mark() {
        ByteBuffer mark =
                ByteBuffer.allocate(HEAD).order(ByteOrder.LITTLE_ENDIAN).putInt(4, MARK);
        return mark.putInt(0, checksum(mark.array(), 4, 4));
    }

    static ByteBuffer dropped(long owner) {
        ByteBuffer dropped = ByteBuffer.allocate(size(Long.BYTES))
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(4, DROPPED)
                .putLong(HEAD, owner);
        return dropped.putInt(0, checksum(dropped.array(), 4, 4 + Long.BYTES));
    }

    /** Puts the record of an owner at the position of a little-endian buffer on the heap that has room for it, and moves on. */
    static void putOwner(byte[] bytes, int at, int length, ByteBuffer to) {
        int start = to.position();
        int record = to.arrayOffset() + start + HEAD;
        System.arraycopy(bytes, at, to.array(), record, length);
        OwnerRecord.clearFlags(to.array(), record);
        to.putInt(start + 4, length);
        to.putInt(start, checksum(to.array(), record - 4, 4 + length));
        to.position(start + HEAD + length);
        while ((to.position() & 7) != (start & 7)) {
            to.put((byte) 0);
        }
    }

    static int checksum(byte[] bytes, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }
}
