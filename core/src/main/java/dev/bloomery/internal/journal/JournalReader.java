package dev.bloomery.internal.journal;

import dev.bloomery.file.DamagedJournalException;
import dev.bloomery.internal.disk.DiskFile;
import dev.bloomery.internal.disk.DiskInput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import java.util.function.LongConsumer;

/**
 * Reads a journal up to the first record that is not whole.
 *
 * <p>That one was torn by a crash, if what it held was not synced yet. If a whole record follows that says it was, then it was not a crash:
 * the journal is damaged. (A crash of the machine may well leave later records whole, when the disk wrote them first.) If the file ends
 * there, without the zeros that every crash leaves, it was cut.
 *
 * <p>Takes 1 MiB of memory, or less for a small file, whatever the bytes say.
 */
public final class JournalReader {
    private static final int WINDOW = 1 << 20;

    private final DiskFile file;
    private final String name;
    private final JournalHeader header;
    private final int headerCrc;
    private final long size;

    /** A part of the file. */
    private final ByteBuffer window;

    private long windowAt;
    private long[] hashes = new long[0];

    private JournalReader(DiskFile file, String name, JournalHeader header) throws IOException {
        this.file = file;
        this.name = name;
        this.header = header;
        this.headerCrc = header.crc();
        this.size = file.size();
        this.window = ByteBuffer.allocate((int) Math.min(size, WINDOW)).order(ByteOrder.LITTLE_ENDIAN);
        window.limit(0);
    }

    /**
     * Hands over all operations up to the end, or to the tear.
     *
     * @param name of the file, for messages
     * @param header what {@link JournalHeader#read} found
     * @param progress hears of the bytes read, from time to time
     * @throws DamagedJournalException if it breaks off before operations that were synced; those before were handed over
     */
    public static JournalEnd read(
            DiskFile file, String name, JournalHeader header, Operations operations, LongConsumer progress)
            throws IOException {
        return new JournalReader(file, name, header).read(operations, progress);
    }

    /** Whether anything but zeros, whole or not, follows the header. */
    public static boolean hasRecords(DiskFile file) throws IOException {
        DiskInput in = new DiskInput(file, JournalFormat.HEADER_BYTES);
        byte[] piece = new byte[JournalFormat.FIRST_BYTES];
        for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
            for (int i = 0; i < count; i++) {
                if (piece[i] != 0) {
                    return true;
                }
            }
        }
        return false;
    }

    private JournalEnd read(Operations operations, LongConsumer progress) throws IOException {
        long at = JournalFormat.HEADER_BYTES;
        long next = header.first();
        boolean closed = false;
        boolean sealed = false;
        while (isWhole(at) && sequence(at) == next) {
            RecordType type = type(at);
            int count = count(at);
            handOver(type, at, count, operations);
            next += type.operations(count);
            sealed = type == RecordType.SEAL;
            closed = type == RecordType.CLOSE || (closed && sealed);
            at += JournalFormat.recordBytes(count);
            progress.accept(at);
        }
        return end(at, next, closed, sealed);
    }

    /** Looks at what follows the last whole record. */
    private JournalEnd end(long at, long next, boolean closed, boolean sealed) throws IOException {
        long unused = endOfTorn(at, next);
        long torn = at;
        long zeros = 0;
        boolean hasReserve = false;
        for (long later = at; later < size; later += 8) {
            if (isZero(later)) {
                zeros += later >= unused ? 8 : 0;
                hasReserve |= zeros >= JournalFormat.PROOF_BYTES;
                continue;
            }
            zeros = 0;
            torn = Math.min(later + 8, size);
            if (later > at && isWhole(later) && synced(later) > next) {
                throw new DamagedJournalException(
                        name + " is damaged at byte " + at + ": operations from number " + next
                                + " on cannot be read, and byte " + later + " says that " + synced(later)
                                + " were on the disk; restore a copy of the directory, or rebuild the filter from its keys");
            }
        }
        boolean closedHere = closed && torn == at;
        boolean cut = header.reserves() && !closedHere && !sealed && !hasReserve;
        return new JournalEnd(header, next, at, torn - at, closedHere, sealed, cut);
    }

    /** Where the record ends of which there is a part, if its header says so; where it begins otherwise. */
    private long endOfTorn(long at, long next) throws IOException {
        return isHeader(at) && sequence(at) == next ? at + JournalFormat.recordBytes(count(at)) : at;
    }

    /** Whether the next eight bytes are zeros, or what is left of the file is. */
    private boolean isZero(long at) throws IOException {
        int length = (int) Math.min(8, size - at);
        if (!isInWindow(at, length)) {
            return false;
        }
        int begin = index(at);
        for (int i = 0; i < length; i++) {
            if (window.get(begin + i) != 0) {
                return false;
            }
        }
        return true;
    }

    private void handOver(RecordType type, long at, int count, Operations operations) {
        if (type.hasHashes()) {
            if (hashes.length < count) {
                hashes = new long[count];
            }
            int first = index(at) + JournalFormat.RECORD_HEADER_BYTES;
            for (int i = 0; i < count; i++) {
                hashes[i] = window.getLong(first + 8 * i);
            }
        }
        switch (type) {
            case ADD -> operations.add(hashes, count);
            case REMOVE -> operations.remove(hashes, count);
            case CLEAR -> operations.clear();
            case CLOSE, SEAL -> {}
            case TIME -> operations.time(hashes[count - 1]);
        }
    }

    /** Whether there is the header of a record, which is then in the window. */
    private boolean isHeader(long at) throws IOException {
        if (!isInWindow(at, JournalFormat.RECORD_HEADER_BYTES)) {
            return false;
        }
        int begin = index(at);
        RecordType type = RecordType.of(window.get(begin + 2));
        int count = window.getInt(begin + 4);
        return window.getShort(begin) == JournalFormat.RECORD_MAGIC
                && type != null
                && window.get(begin + 3) == 0
                && count >= 0
                && count <= JournalFormat.MAX_HASHES
                && type.hasHashes() == count > 0;
    }

    /** Whether there is a whole record, which is then in the window. */
    private boolean isWhole(long at) throws IOException {
        if (!isHeader(at) || !isInWindow(at, JournalFormat.recordBytes(count(at)))) {
            return false;
        }
        int count = count(at);
        int begin = index(at); // the window may have moved
        int end = begin + JournalFormat.recordBytes(count) - JournalFormat.RECORD_TRAILER_BYTES;
        return window.getInt(end + 4) == 0 && window.getInt(end) == JournalFormat.crc(headerCrc, window, begin, end);
    }

    private RecordType type(long at) {
        return Objects.requireNonNull(RecordType.of(window.get(index(at) + 2)), "checked before");
    }

    private int count(long at) {
        return window.getInt(index(at) + 4);
    }

    private long sequence(long at) {
        return window.getLong(index(at) + 8);
    }

    private long synced(long at) {
        return window.getLong(index(at) + 16);
    }

    private int index(long at) {
        return (int) (at - windowAt);
    }

    /** Moves the window if need be; false if the file ends before. */
    private boolean isInWindow(long at, int length) throws IOException {
        if (at + length > size) {
            return false;
        }
        if (at >= windowAt && at + length <= windowAt + window.limit()) {
            return true;
        }
        windowAt = at;
        window.clear();
        int count = 0;
        while (window.hasRemaining()) {
            int more = file.read(window, at + count);
            if (more < 0) {
                break;
            }
            count += more;
        }
        window.flip();
        return length <= window.limit();
    }
}
