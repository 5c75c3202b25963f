package dev.bloomery.interop.internal.hash;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * MurmurHash64A of Austin Appleby, the one that RedisBloom uses: eight bytes a step, the rest as one number.
 */
public final class Murmur64A {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long M = 0xC6A4_A793_5BD1_E995L;
    private static final int R = 47;

    private Murmur64A() {}

    public static long of(byte[] bytes, int length, long seed) {
        long hash = seed ^ length * M;
        int words = length & ~7;
        for (int at = 0; at < words; at += 8) {
            long word = (long) LONG.get(bytes, at) * M;
            word ^= word >>> R;
            hash = (hash ^ word * M) * M;
        }
        if (words < length) {
            long rest = 0;
            for (int at = length - 1; at >= words; at--) {
                rest = rest << 8 | (bytes[at] & 0xFF);
            }
            hash = (hash ^ rest) * M;
        }
        hash ^= hash >>> R;
        hash *= M;
        return hash ^ hash >>> R;
    }
}
