package dev.bloomery.interop.internal.bits;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The bits of a Bloom filter, which threads share: bit {@code i} is bit {@code i % 64} of word {@code i /
 * 64}. A set bit stays set, and no bit is lost when threads set bits of one word. The longest has 2^37 bits.
 */
public final class BitWords {
    private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);
    private static final int WRITTEN_AT_ONCE = 1 << 13;

    private final long[] words;

    public BitWords(long[] words) {
        this.words = words;
    }

    public boolean isSet(long bit) {
        return (words[(int) (bit >>> 6)] & 1L << bit) != 0; // a shift uses the low 6 bits of its distance
    }

    /** Sets a bit; whether this call has changed it. */
    public boolean set(long bit) {
        int word = (int) (bit >>> 6);
        long mask = 1L << bit;
        return (words[word] & mask) == 0 && ((long) WORDS.getAndBitwiseOr(words, word, mask) & mask) == 0;
    }

    public int words() {
        return words.length;
    }

    /** How many bits are 1. */
    public long setBits() {
        long count = 0;
        for (long word : words) {
            count += Long.bitCount(word);
        }
        return count;
    }

    /**
     * Writes the first {@code bytes} bytes of the words.
     *
     * @param order of the bytes of a word
     */
    public void writeTo(OutputStream out, long bytes, ByteOrder order) throws IOException {
        writeTo(out, 0, bytes, order);
    }

    /** The same from a byte on, which is a multiple of eight. */
    public void writeTo(OutputStream out, long from, long bytes, ByteOrder order) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(
                        (int) Math.min(WRITTEN_AT_ONCE, (bytes + Long.BYTES - 1) / Long.BYTES * Long.BYTES))
                .order(order);
        int at = (int) (from / Long.BYTES);
        long left = bytes;
        while (left > 0) {
            int count = (int) Math.min(buffer.capacity() / Long.BYTES, (left + Long.BYTES - 1) / Long.BYTES);
            buffer.clear();
            buffer.asLongBuffer().put(words, at, count);
            int length = (int) Math.min(left, (long) count * Long.BYTES);
            out.write(buffer.array(), 0, length);
            at += count;
            left -= length;
        }
    }
}
