package dev.bloomery.internal.journal;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Records on their way to a journal. The last one is open: operations of the same type join it, and the very last one can be taken
 * back, until it is sealed. Not safe for threads.
 */
final class RecordBuffer {
    private static final int FIRST_BYTES = 1 << 13;

    private final int limit;
    private ByteBuffer bytes = allocate(FIRST_BYTES);

    /** Where the open record begins. */
    private int start;
    /** Its type; null if none is open. */
    private @Nullable RecordType type;

    /** Takes so many bytes, and as much memory only when it needs it. */
    RecordBuffer(int limit) {
        this.limit = limit;
    }

    private static ByteBuffer allocate(int capacity) {
        return ByteBuffer.allocate(capacity).order(ByteOrder.LITTLE_ENDIAN);
    }

    boolean isEmpty() {
        return bytes.position() == 0;
    }

    /** Whether so many operations of one type surely fit; then there is memory for them. */
    boolean hasRoom(int operations) {
        // the rest of the open one, whole ones, the begin of one
        long records = 2 + (long) operations / JournalFormat.MAX_HASHES;
        long most =
                8L * operations + records * (JournalFormat.RECORD_HEADER_BYTES + JournalFormat.RECORD_TRAILER_BYTES);
        if (most > limit - bytes.position()) {
            return false;
        }
        if (most > bytes.remaining()) {
            int needed = bytes.position() + (int) most;
            bytes = allocate(Math.min(limit, Math.max(needed, 2 * bytes.capacity())))
                    .put(bytes.flip());
        }
        return true;
    }

    /**
     * Appends {@code hashes[from .. to)}, in as many records as it takes.
     *
     * @param sequence operations before the first of them
     * @param synced operations that are synced
     */
    void append(RecordType kind, long[] hashes, int from, int to, long sequence, long synced, int headerCrc) {
        int at = from;
        while (at < to) {
            int room = openFor(kind, sequence + (at - from), synced, headerCrc);
            int until = Math.min(to, at + room);
            for (; at < until; at++) {
                bytes.putLong(hashes[at]);
            }
        }
    }

    void append(RecordType kind, long hash, long sequence, long synced, int headerCrc) {
        openFor(kind, sequence, synced, headerCrc);
        bytes.putLong(hash);
    }

    /** Appends a record without hashes. */
    void append(RecordType kind, long sequence, long synced, int headerCrc) {
        seal(headerCrc);
        open(kind, sequence, synced);
        seal(headerCrc);
    }

    /** Takes back the last operation, one with a hash, which was the last that happened to this buffer. */
    void takeBackLast() {
        bytes.position(bytes.position() - 8);
        if (hashes() == 0) {
            bytes.position(start);
            type = null;
        }
    }

    /** A record of that type is open; how many hashes it can still take, at least one. */
    private int openFor(RecordType kind, long sequence, long synced, int headerCrc) {
        if (type != kind || hashes() == JournalFormat.MAX_HASHES) {
            seal(headerCrc);
            open(kind, sequence, synced);
        }
        return JournalFormat.MAX_HASHES - hashes();
    }

    private int hashes() {
        return (bytes.position() - start - JournalFormat.RECORD_HEADER_BYTES) / 8;
    }

    private void open(RecordType kind, long sequence, long synced) {
        start = bytes.position();
        type = kind;
        bytes.putShort(JournalFormat.RECORD_MAGIC)
                .put(kind.code())
                .put((byte) 0)
                .putInt(0) // known when it is sealed
                .putLong(sequence)
                .putLong(synced);
    }

    /** Ends the open record, if there is one. */
    void seal(int headerCrc) {
        if (type != null) {
            bytes.putInt(start + 4, hashes());
            bytes.putInt(JournalFormat.crc(headerCrc, bytes, start, bytes.position()));
            bytes.putInt(0);
            type = null;
        }
    }

    /** All bytes, to be written; the last record must be sealed. */
    ByteBuffer written() {
        return bytes.duplicate().flip();
    }

    void clear() {
        bytes.clear();
        type = null;
    }
}
