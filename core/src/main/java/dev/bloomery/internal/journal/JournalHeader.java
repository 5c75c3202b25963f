package dev.bloomery.internal.journal;

import dev.bloomery.file.DamagedJournalException;
import dev.bloomery.file.JournalTooNewException;
import dev.bloomery.internal.disk.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * What a journal says of itself; see {@link JournalFormat}.
 *
 * @param number of the journal
 * @param first operations before it, ever, all of them synced before it was created
 * @param check what tells the journals of one filter from those of another
 * @param keepsHashes whether all journals are kept for ever
 * @param reserves whether zeros follow its last record, so that it shows if it was cut; earlier builds wrote journals that do not
 */
public record JournalHeader(long number, long first, long check, boolean keepsHashes, boolean reserves) {
    private static final int KEEPS_HASHES = 1;
    private static final int RESERVES = 2;

    /** Of a new journal. */
    public JournalHeader(long number, long first, long check, boolean keepsHashes) {
        this(number, first, check, keepsHashes, true);
    }

    private int flags() {
        return (keepsHashes ? KEEPS_HASHES : 0) | (reserves ? RESERVES : 0);
    }

    /** The 64 bytes. */
    ByteBuffer encoded() {
        ByteBuffer bytes = ByteBuffer.allocate(JournalFormat.HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(JournalFormat.MAGIC)
                .putShort((short) JournalFormat.VERSION)
                .putShort((short) flags())
                .putInt(JournalFormat.HEADER_BYTES)
                .putLong(number)
                .putLong(first)
                .putLong(check);
        bytes.putInt(JournalFormat.HEADER_CRC_AT, JournalFormat.crc(bytes.clear(), 0, JournalFormat.HEADER_CRC_AT));
        return bytes;
    }

    /** With what the CRC of each record begins. */
    int crc() {
        return encoded().getInt(JournalFormat.HEADER_CRC_AT);
    }

    /**
     * Reads the header.
     *
     * @return nothing if the file is no longer than a header and has no whole one: it broke off when it was created
     * @throws DamagedJournalException if there is more than a header, but no whole one
     * @throws JournalTooNewException if a later release wrote it
     */
    public static Optional<JournalHeader> read(DiskFile file, String name) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(JournalFormat.HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        int count = 0;
        for (int more = 0; more >= 0 && bytes.hasRemaining(); more = file.read(bytes, count)) {
            count += more;
        }
        if (bytes.hasRemaining()
                || bytes.getLong(0) != JournalFormat.MAGIC
                || bytes.getInt(JournalFormat.HEADER_CRC_AT)
                        != JournalFormat.crc(bytes, 0, JournalFormat.HEADER_CRC_AT)) {
            if (file.size() <= JournalFormat.HEADER_BYTES) {
                return Optional.empty();
            }
            throw new DamagedJournalException(
                    name + " has no whole header, but records behind it: it is damaged, or no journal; restore a copy");
        }
        int version = Short.toUnsignedInt(bytes.getShort(8));
        int flags = Short.toUnsignedInt(bytes.getShort(10));
        if (version != JournalFormat.VERSION
                || flags > (KEEPS_HASHES | RESERVES)
                || bytes.getInt(12) != JournalFormat.HEADER_BYTES) {
            throw new JournalTooNewException(name + " was written by a later release (version " + version
                    + " of the format, this release knows " + JournalFormat.VERSION + "); open it with that one");
        }
        return Optional.of(new JournalHeader(
                bytes.getLong(16),
                bytes.getLong(24),
                bytes.getLong(32),
                (flags & KEEPS_HASHES) != 0,
                (flags & RESERVES) != 0));
    }
}
