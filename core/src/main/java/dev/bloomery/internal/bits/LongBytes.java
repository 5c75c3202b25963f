package dev.bloomery.internal.bits;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Longs as bytes, the lowest first. */
public final class LongBytes {
    private LongBytes() {}

    /** Copies longs from {@code at} on to the start of {@code target}; {@code length} is a multiple of eight. */
    public static void copy(long[] longs, int at, byte[] target, int length) {
        ByteBuffer.wrap(target).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().put(longs, at, length / Long.BYTES);
    }
}
