package dev.bloomery.interop.bitcoin;

import dev.bloomery.internal.hash.SipHash24;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Collection;

/** A plain encoder of BIP 158, as oracle: the filter of a set of scripts. */
final class GolombRice {
    private GolombRice() {}

    static byte[] filter(Collection<byte[]> distinct, byte[] blockHash) {
        ByteBuffer key = ByteBuffer.wrap(blockHash).order(ByteOrder.LITTLE_ENDIAN);
        SipHash24 sip = new SipHash24(key.getLong(), key.getLong());
        BigInteger range = BigInteger.valueOf(distinct.size()).multiply(BigInteger.valueOf(784_931));
        long[] values = distinct.stream()
                .map(script -> new BigInteger(Long.toUnsignedString(sip.ofBytes(script, 0, script.length))))
                .mapToLong(hash -> hash.multiply(range).shiftRight(64).longValueExact())
                .sorted()
                .toArray();
        StringBuilder bits = new StringBuilder();
        long before = 0;
        for (long value : values) {
            long difference = value - before;
            before = value;
            bits.append("1".repeat((int) (difference >> 19))).append('0');
            for (int i = 18; i >= 0; i--) {
                bits.append(difference >> i & 1);
            }
        }
        while (bits.length() % 8 != 0) {
            bits.append('0');
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        if (values.length < 0xFD) {
            out.write(values.length);
        } else {
            out.write(0xFD);
            out.write(values.length);
            out.write(values.length >>> 8);
        }
        for (int at = 0; at < bits.length(); at += 8) {
            out.write(Integer.parseInt(bits.substring(at, at + 8), 2));
        }
        return out.toByteArray();
    }
}
