package dev.bloomery.internal.hash;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * SipHash-2-4 of Aumasson and Bernstein (2012): a keyed pseudorandom function. Who does not know the 128-bit key cannot
 * tell its values from random ones, nor find keys that collide, even while watching answers.
 *
 * <p>Two rounds for each word of eight bytes, four at the end. The last word holds the bytes that are left and, in its
 * top byte, the length modulo 256.
 */
public final class SipHash24 implements Hash64 {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    // "somepseudorandomlygeneratedbytes", as the paper has it
    private static final long INIT0 = 0x736f6d6570736575L;
    private static final long INIT1 = 0x646f72616e646f6dL;
    private static final long INIT2 = 0x6c7967656e657261L;
    private static final long INIT3 = 0x7465646279746573L;

    private final long key0;
    private final long key1;

    public SipHash24(long key0, long key1) {
        this.key0 = key0;
        this.key1 = key1;
    }

    @Override
    public long ofBytes(byte[] bytes, int from, int length) {
        long v0 = key0 ^ INIT0;
        long v1 = key1 ^ INIT1;
        long v2 = key0 ^ INIT2;
        long v3 = key1 ^ INIT3;

        int words = length & ~7;
        for (int at = from; at < from + words; at += 8) {
            long word = (long) LONG.get(bytes, at);
            v3 ^= word;
            for (int round = 0; round < 2; round++) {
                v0 += v1;
                v2 += v3;
                v1 = Long.rotateLeft(v1, 13) ^ v0;
                v3 = Long.rotateLeft(v3, 16) ^ v2;
                v0 = Long.rotateLeft(v0, 32);
                v2 += v1;
                v0 += v3;
                v1 = Long.rotateLeft(v1, 17) ^ v2;
                v3 = Long.rotateLeft(v3, 21) ^ v0;
                v2 = Long.rotateLeft(v2, 32);
            }
            v0 ^= word;
        }

        long last = (long) length << 56;
        for (int i = 0; i < (length & 7); i++) {
            last |= (bytes[from + words + i] & 0xffL) << (8 * i);
        }
        return finish(v0, v1, v2, v3, last, LAST_WORD);
    }

    @Override
    public long ofLong(long value) {
        return finish(key0 ^ INIT0, key1 ^ INIT1, key0 ^ INIT2, key1 ^ INIT3, value, LONG_WORD);
    }

    // where the last eight rounds begin: a long takes all of them, bytes only those from their last word on
    private static final int LONG_WORD = 0;
    private static final int LAST_WORD = 2;
    private static final int END = 4;
    private static final int ROUNDS = 8;
    private static final long LAST_WORD_OF_A_LONG = 8L << 56;

    /** The rounds from {@code start} on; the round is written out again because Java cannot hand back four variables. */
    private static long finish(long a0, long a1, long a2, long a3, long firstWord, int start) {
        long v0 = a0;
        long v1 = a1;
        long v2 = a2;
        long word = firstWord;
        long v3 = a3 ^ word;
        for (int round = start; round < ROUNDS; round++) {
            if (round == LAST_WORD && start == LONG_WORD) {
                v0 ^= word;
                word = LAST_WORD_OF_A_LONG;
                v3 ^= word;
            } else if (round == END) {
                v0 ^= word;
                v2 ^= 0xff;
            }
            v0 += v1;
            v2 += v3;
            v1 = Long.rotateLeft(v1, 13) ^ v0;
            v3 = Long.rotateLeft(v3, 16) ^ v2;
            v0 = Long.rotateLeft(v0, 32);
            v2 += v1;
            v0 += v3;
            v1 = Long.rotateLeft(v1, 17) ^ v2;
            v3 = Long.rotateLeft(v3, 21) ^ v0;
            v2 = Long.rotateLeft(v2, 32);
        }
        return v0 ^ v1 ^ v2 ^ v3;
    }
}
