package dev.bloomery.interop.redis;

import dev.bloomery.interop.internal.bytes.ForeignInput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * What a dump keeps of one filter of a chain, in 53 bytes without gaps.
 *
 * @param bytes bytes of its bits
 * @param bits eight times as many
 * @param size keys that were added to it
 * @param error its FPP at capacity
 * @param bitsPerEntry bits a key, by formula for that FPP
 * @param hashes bits that a key sets
 * @param entries its capacity
 * @param sizeAsPower the number of bits is 2 to that power; 0 if it is no power of two
 */
record LinkHeader(
        long bytes,
        long bits,
        long size,
        double error,
        double bitsPerEntry,
        int hashes,
        long entries,
        int sizeAsPower) {
    static final int BYTES = 53;

    // with the digits that the server has: its last ones show in what it writes
    private static final double LN2 = 0.693147180559945;
    private static final double LN2_SQUARED = 0.480453013918201;

    private static final int MOST_HASHES = 1_100; // the least number above 0 as an error gives 1,075

    /** Of a new filter of a chain. */
    static LinkHeader of(long entries, double error) {
        double bitsPerEntry = -(Math.log(error) / LN2_SQUARED);
        double bits = entries * bitsPerEntry;
        if (!(bits < 64.0 * (Integer.MAX_VALUE - 8))) {
            throw new IllegalArgumentException(entries + " keys at FPP " + error + " take " + bits
                    + " bits in one filter; use at most " + 64L * (Integer.MAX_VALUE - 8));
        }
        long bytes = Math.max(1, ((long) bits + 63) / 64) * 8;
        return new LinkHeader(
                bytes, bytes * 8, 0, error, bitsPerEntry, (int) Math.ceil(LN2 * bitsPerEntry), entries, 0);
    }

    static LinkHeader read(ForeignInput in) throws IOException {
        ByteBuffer header = ByteBuffer.wrap(in.bytes(BYTES)).order(ByteOrder.LITTLE_ENDIAN);
        LinkHeader link = new LinkHeader(
                header.getLong(),
                header.getLong(),
                header.getLong(),
                header.getDouble(),
                header.getDouble(),
                header.getInt(),
                header.getLong(),
                header.get());
        link.check(in);
        return link;
    }

    /** What the server checks, too, and that a query ends. */
    private void check(ForeignInput in) throws IOException {
        if (bytes < 1 || bytes > Long.MAX_VALUE / 8 || bits != bytes * 8) {
            throw in.damaged("a filter says that it has " + bytes + " bytes and " + bits + " bits");
        }
        if (!(error > 0 && error < 1) || hashes < 1 || hashes > MOST_HASHES) {
            throw in.damaged("a filter says that it has FPP " + error + " and " + hashes + " hashes");
        }
        if (hashes != Math.ceil(LN2 * bitsPerEntry)) {
            throw in.damaged("a filter says that it has " + hashes + " hashes for " + bitsPerEntry + " bits a key");
        }
        if (sizeAsPower != 0 && (sizeAsPower < 3 || sizeAsPower > 62 || 1L << sizeAsPower > bits)) {
            throw in.damaged("a filter says that it has 2^" + sizeAsPower + " bits, and " + bits);
        }
        if (size < 0 || entries < 0) {
            throw in.damaged("a filter says that it has " + size + " of " + entries + " keys");
        }
    }

    void write(ByteBuffer out, long keys) {
        out.putLong(bytes)
                .putLong(bits)
                .putLong(keys)
                .putDouble(error)
                .putDouble(bitsPerEntry)
                .putInt(hashes)
                .putLong(entries)
                .put((byte) sizeAsPower);
    }

    /** What positions are taken modulo. */
    long modulus() {
        return sizeAsPower == 0 ? bits : 1L << sizeAsPower;
    }
}
