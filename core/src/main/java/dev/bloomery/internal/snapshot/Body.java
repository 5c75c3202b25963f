package dev.bloomery.internal.snapshot;

import java.util.Arrays;
import java.util.List;

/** The bits of a filter as the bytes of a file. They may change while they are copied; each part of a filter says what that means. */
public interface Body {
    /** Parts of a body begin at multiples of this: a mapped cache line is one of the file. */
    int ALIGNMENT = 64;

    long length();

    /**
     * Copies {@code length} bytes from {@code position} on to the start of {@code target}.
     *
     * @param position a multiple of {@link Pieces#BYTES}
     * @param length at most that, and at most what is left
     */
    void copyTo(long position, byte[] target, int length);

    /** Whether both have the same bytes. Reads them piece by piece, until one differs. */
    default boolean hasSameBytes(Body other) {
        if (length() != other.length()) {
            return false;
        }
        byte[] bytes = new byte[(int) Math.min(Pieces.BYTES, length())];
        byte[] otherBytes = new byte[bytes.length];
        for (long at = 0; at < length(); at += Pieces.BYTES) {
            int count = (int) Math.min(Pieces.BYTES, length() - at);
            copyTo(at, bytes, count);
            other.copyTo(at, otherBytes, count);
            if (!Arrays.equals(bytes, 0, count, otherBytes, 0, count)) {
                return false;
            }
        }
        return true;
    }

    /** Copies bytes as {@link #copyTo}. */
    @FunctionalInterface
    interface Copier {
        void copyTo(long position, byte[] target, int length);
    }

    static Body of(long length, Copier copier) {
        return new Body() {
            @Override
            public long length() {
                return length;
            }

            @Override
            public void copyTo(long position, byte[] target, int count) {
                copier.copyTo(position, target, count);
            }
        };
    }

    /** So many bytes, rounded up to where the next part begins. */
    static long aligned(long length) {
        return Math.addExact(length, ALIGNMENT - 1) & -ALIGNMENT;
    }

    /** The length of several parts together. */
    static long lengthOf(long[] parts) {
        long sum = 0;
        for (long part : parts) {
            sum = Math.addExact(aligned(sum), part);
        }
        return sum;
    }

    /** {@link #lengthOf(long[])} of these. */
    static long lengthOf(List<Body> parts) {
        return lengthOf(parts.stream().mapToLong(Body::length).toArray());
    }
}
