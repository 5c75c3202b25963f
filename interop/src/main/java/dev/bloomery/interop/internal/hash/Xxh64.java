package dev.bloomery.interop.internal.hash;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * XXH64 with seed 0, after its specification: four lanes of eight bytes each, merged at the end, then what is
 * left in steps of eight, four and one byte.
 */
public final class Xxh64 {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long P1 = 0x9E3779B185EBCA87L;
    private static final long P2 = 0xC2B2AE3D27D4EB4FL;
    private static final long P3 = 0x165667B19E3779F9L;
    private static final long P4 = 0x85EBCA77C2B2AE63L;
    private static final long P5 = 0x27D4EB2F165667C5L;
    private static final long P1_PLUS_P2 = 0x60EA27EEADC0B5D6L;
    private static final long MINUS_P1 = 0x61C8864E7A143579L;
    private static final int STRIPE = 32;

    private Xxh64() {}

    public static long of(byte[] bytes, int length) {
        int at = 0;
        long hash;
        if (length >= STRIPE) {
            long v1 = P1_PLUS_P2;
            long v2 = P2;
            long v3 = 0;
            long v4 = MINUS_P1;
            for (; at <= length - STRIPE; at += STRIPE) {
                v1 = round(v1, (long) LONG.get(bytes, at));
                v2 = round(v2, (long) LONG.get(bytes, at + 8));
                v3 = round(v3, (long) LONG.get(bytes, at + 16));
                v4 = round(v4, (long) LONG.get(bytes, at + 24));
            }
            hash = Long.rotateLeft(v1, 1) + Long.rotateLeft(v2, 7) + Long.rotateLeft(v3, 12) + Long.rotateLeft(v4, 18);
            hash = merge(merge(merge(merge(hash, v1), v2), v3), v4);
        } else {
            hash = P5;
        }
        return tail(bytes, at, length, hash + length);
    }

    private static long tail(byte[] bytes, int from, int length, long start) {
        long hash = start;
        int at = from;
        for (; at <= length - 8; at += 8) {
            hash ^= round(0, (long) LONG.get(bytes, at));
            hash = Long.rotateLeft(hash, 27) * P1 + P4;
        }
        if (at <= length - 4) {
            hash ^= ((int) INT.get(bytes, at) & 0xFFFF_FFFFL) * P1;
            hash = Long.rotateLeft(hash, 23) * P2 + P3;
            at += 4;
        }
        for (; at < length; at++) {
            hash ^= (bytes[at] & 0xFF) * P5;
            hash = Long.rotateLeft(hash, 11) * P1;
        }
        return finish(hash);
    }

    /** The hash of the four little-endian bytes of a number. */
    public static long ofInt(int value) {
        long hash = (P5 + Integer.BYTES) ^ (value & 0xFFFF_FFFFL) * P1;
        return finish(Long.rotateLeft(hash, 23) * P2 + P3);
    }

    /** The hash of the eight little-endian bytes of a number. */
    public static long ofLong(long value) {
        long hash = (P5 + Long.BYTES) ^ round(0, value);
        return finish(Long.rotateLeft(hash, 27) * P1 + P4);
    }

    private static long finish(long mixed) {
        long hash = mixed ^ (mixed >>> 33);
        hash *= P2;
        hash ^= hash >>> 29;
        hash *= P3;
        return hash ^ (hash >>> 32);
    }

    private static long round(long lane, long input) {
        return Long.rotateLeft(lane + input * P2, 31) * P1;
    }

    private static long merge(long hash, long lane) {
        return (hash ^ round(0, lane)) * P1 + P4;
    }
}
