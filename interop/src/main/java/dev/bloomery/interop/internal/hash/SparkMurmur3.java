package dev.bloomery.interop.internal.hash;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Murmur3 of 32 bits with the tail of Spark: each of the last one to three bytes is mixed alone, with its
 * sign, as if it were a word. So it is the standard function only for lengths that are multiples of four.
 */
public final class SparkMurmur3 {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private SparkMurmur3() {}

    public static int ofBytes(byte[] bytes, int length, int seed) {
        int hash = seed;
        int words = length & ~3;
        for (int at = 0; at < words; at += 4) {
            hash = mix(hash, (int) INT.get(bytes, at));
        }
        for (int at = words; at < length; at++) {
            hash = mix(hash, bytes[at]);
        }
        return finish(hash, length);
    }

    public static int ofLong(long value, int seed) {
        return finish(mix(mix(seed, (int) value), (int) (value >>> 32)), Long.BYTES);
    }

    private static int mix(int hash, int word) {
        int mixed = Integer.rotateLeft(word * 0xCC9E2D51, 15) * 0x1B873593;
        return Integer.rotateLeft(hash ^ mixed, 13) * 5 + 0xE6546B64;
    }

    private static int finish(int mixed, int length) {
        int hash = mixed ^ length;
        hash = (hash ^ hash >>> 16) * 0x85EBCA6B;
        hash = (hash ^ hash >>> 13) * 0xC2B2AE35;
        return hash ^ hash >>> 16;
    }
}
