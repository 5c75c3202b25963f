package dev.bloomery.internal.journal;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * The bytes of a journal. Little-endian; everything begins at a multiple of eight.
 *
 * <pre>
 * header                                          record
 *  0  8  "BLOOMJNL"                                0  2  0x524A ("JR")
 *  8  2  version, 1                                2  1  type: 1 add, 2 remove, 3 clear, 4 close, 5 time, 6 seal
 * 10  2  flags: 1 = hashes are kept for ever,      3  1  0
 *        2 = room is reserved
 * 12  4  64, the length of the header              4  4  c, the number of hashes, at most 65,536
 * 16  8  number of the journal                     8  8  sequence: operations before this record, ever
 * 24  8  operations before this journal, ever,    16  8  operations that were synced, ever, when it was written
 *        all of which were synced                 24  8c hashes
 * 32  8  check: the filter's hash of a constant    .  4  CRC32C of the header's own CRC and all bytes before
 * 40 20  0                                         .  4  0
 * 60  4  CRC32C of all bytes before
 * </pre>
 *
 * <p>A record's CRC begins with that of the header, so a record of another journal, left over on the disk, is no record of this one. What a
 * header or record says to be synced proves damage: if the journal breaks off before, it was not a crash that tore it.
 *
 * <p><b>A journal that was cut shows it.</b> Room is reserved for records ahead of them, in zeros, and is synced before a record is written into it. So
 * behind every record that was written there are {@link #RESERVED_BYTES} or more that were not, whatever crash came next. Only a close
 * and a seal are written into the last of them, and after a close the file is cut at its end. A journal without zeros behind its last
 * record, and without a close, was cut by something else. One that is sealed is followed by another: if that is missing, it was deleted.
 */
final class JournalFormat {
    static final long MAGIC = ByteBuffer.wrap(new byte[] {'B', 'L', 'O', 'O', 'M', 'J', 'N', 'L'})
            .order(ByteOrder.LITTLE_ENDIAN)
            .getLong();
    static final int VERSION = 1;
    static final int HEADER_BYTES = 64;
    static final int HEADER_CRC_AT = 60;

    static final short RECORD_MAGIC = 0x524A;
    static final int RECORD_HEADER_BYTES = 24;
    static final int RECORD_TRAILER_BYTES = 8;

    /** Zeros behind each record, at least. */
    static final int RESERVED_BYTES = 128;

    /** So many of them are left when a close or a seal, of 32 bytes, was written into them. */
    static final int PROOF_BYTES = 64;

    /** The length of a new journal. */
    static final int FIRST_BYTES = 1 << 12;

    /** Bounds what a reader allocates, and what a tear can cost. */
    static final int MAX_HASHES = 1 << 16;

    static final int MAX_RECORD_BYTES = recordBytes(MAX_HASHES);

    private JournalFormat() {}

    static int recordBytes(int hashes) {
        return RECORD_HEADER_BYTES + 8 * hashes + RECORD_TRAILER_BYTES;
    }

    /** CRC32C of {@code bytes[from .. to)}. */
    static int crc(ByteBuffer bytes, int from, int to) {
        CRC32C crc = new CRC32C();
        crc.update(slice(bytes, from, to));
        return (int) crc.getValue();
    }

    /** CRC32C of four bytes and then {@code bytes[from .. to)}. */
    static int crc(int begin, ByteBuffer bytes, int from, int to) {
        CRC32C crc = new CRC32C();
        crc.update(begin);
        crc.update(begin >>> 8);
        crc.update(begin >>> 16);
        crc.update(begin >>> 24);
        crc.update(slice(bytes, from, to));
        return (int) crc.getValue();
    }

    private static ByteBuffer slice(ByteBuffer bytes, int from, int to) {
        return bytes.duplicate().limit(to).position(from);
    }
}
