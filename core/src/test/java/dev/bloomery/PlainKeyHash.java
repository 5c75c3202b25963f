package dev.bloomery;

import com.dynatrace.hash4j.hashing.Hashing;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The hashes of keys, written from {@code docs/format.md} alone: XXH3 of another library, SipHash-2-4 as its paper has it.
 *
 * @param name of the hash in a spec
 */
record PlainKeyHash(String name, long low, long high) {

    long ofBytes(byte[] bytes) {
        return name.equals("siphash-2-4") ? sip(bytes) : Hashing.xxh3_64(low).hashBytesToLong(bytes, 0, bytes.length);
    }

    long ofNumber(long value) {
        return name.equals("siphash-2-4")
                ? sip(ByteBuffer.allocate(8)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putLong(value)
                        .array())
                : mix(value ^ mix(low + 0x9E3779B97F4A7C15L));
    }

    private static long mix(long value) {
        long x = value;
        x = (x ^ (x >>> 30)) * 0xBF58476D1CE4E5B9L;
        x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
        return x ^ (x >>> 31);
    }

    private long sip(byte[] bytes) {
        long[] v = {
            low ^ 0x736f6d6570736575L, high ^ 0x646f72616e646f6dL, low ^ 0x6c7967656e657261L, high ^ 0x7465646279746573L
        };
        ByteBuffer padded = ByteBuffer.allocate(bytes.length / 8 * 8 + 8).order(ByteOrder.LITTLE_ENDIAN);
        padded.put(bytes).put(padded.capacity() - 1, (byte) bytes.length);
        for (int at = 0; at < padded.capacity(); at += 8) {
            long word = padded.getLong(at);
            v[3] ^= word;
            rounds(v, 2);
            v[0] ^= word;
        }
        v[2] ^= 0xFF;
        rounds(v, 4);
        return v[0] ^ v[1] ^ v[2] ^ v[3];
    }

    private static void rounds(long[] v, int count) {
        for (int i = 0; i < count; i++) {
            v[0] += v[1];
            v[2] += v[3];
            v[1] = Long.rotateLeft(v[1], 13) ^ v[0];
            v[3] = Long.rotateLeft(v[3], 16) ^ v[2];
            v[0] = Long.rotateLeft(v[0], 32);
            v[2] += v[1];
            v[0] += v[3];
            v[1] = Long.rotateLeft(v[1], 17) ^ v[2];
            v[3] = Long.rotateLeft(v[3], 21) ^ v[0];
            v[2] = Long.rotateLeft(v[2], 32);
        }
    }
}
