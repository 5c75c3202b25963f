package dev.bloomery.internal.snapshot;

import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Bytes that pass by in pieces, and the checksum of each full {@link #CHUNK} of them.
 *
 * <p>A checksum for each chunk, and not one for all: it tells where the damage is, and finds any burst of up to 32 bits in a chunk, also
 * in files of which a single checksum could miss one.
 */
final class Pieces {
    /** So many bytes are read or written at once. */
    static final int BYTES = 1 << 16;

    /** So many bytes have a checksum. */
    static final int CHUNK = 1 << 20;

    private final CRC32C crc = new CRC32C();
    /** Grows with what has passed: how much is to come may be a lie. */
    private int[] checksums = new int[16];

    private long passed;

    /** Checksums of so many bytes. */
    static long chunks(long length) {
        return (length + CHUNK - 1) / CHUNK;
    }

    /** These bytes come next. */
    void pass(byte[] bytes, int length) {
        int from = 0;
        while (from < length) {
            int inChunk = (int) Math.min(CHUNK - passed % CHUNK, length - from);
            crc.update(bytes, from, inChunk);
            from += inChunk;
            passed += inChunk;
            keep((int) ((passed - 1) / CHUNK), (int) crc.getValue());
            if (passed % CHUNK == 0) {
                crc.reset();
            }
        }
    }

    private void keep(int chunk, int checksum) {
        if (chunk == checksums.length) {
            checksums = Arrays.copyOf(checksums, 2 * chunk);
        }
        checksums[chunk] = checksum;
    }

    long passed() {
        return passed;
    }

    int checksum(int chunk) {
        return checksums[chunk];
    }
}
