package dev.bloomery.internal.bits;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * Bits on the heap, in words of 64, that threads share without a lock.
 *
 * <ol>
 *   <li>Bits only go from 0 to 1, except in {@link #clear} and {@link #intersectWith}.
 *   <li>Every access is at least opaque: a reader that looks again and again sees a bit in the end, and one that learned
 *       of the writer's return by any synchronisation sees it at once.
 *   <li>{@link #setShared} loses no bit, whoever writes beside it; lock-free. {@link #setAlone} is plain read and write:
 *       one writer at a time, any number of readers.
 * </ol>
 */
public final class Words {
    /** One array: 2^37 bits less the eight words that a JVM may keep for itself. */
    public static final long MAX_BITS = (Integer.MAX_VALUE - 7L) * 64;

    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] words;

    private Words(long[] words) {
        this.words = words;
    }

    /** Room for at least {@code bits} bits, all 0. */
    public static Words ofBits(long bits) {
        return new Words(new long[wordIndex(bits + 63)]);
    }

    /** Shift first, narrow last, never silently. */
    public static int wordIndex(long bit) {
        return Math.toIntExact(bit >>> 6);
    }

    public int length() {
        return words.length;
    }

    public long get(int index) {
        return get(words, index);
    }

    /** The array itself, for loops over several words: they read the field once and use the static methods. */
    public long[] array() {
        return words;
    }

    public static long get(long[] words, int index) {
        return (long) WORD.getOpaque(words, index);
    }

    /** Sets the bits of {@code mask}, beside any other writers; whether one of them was 0. */
    public boolean setShared(int index, long mask) {
        return setShared(words, index, mask);
    }

    public static boolean setShared(long[] words, int index, long mask) {
        long before = (long) WORD.getAndBitwiseOr(words, index, mask);
        return (~before & mask) != 0;
    }

    /** Sets the bits of {@code mask}, as the only writer; whether one of them was 0. */
    public boolean setAlone(int index, long mask) {
        return setAlone(words, index, mask);
    }

    public static boolean setAlone(long[] words, int index, long mask) {
        long before = words[index];
        WORD.setOpaque(words, index, before | mask);
        return (~before & mask) != 0;
    }

    public long countSet() {
        long count = 0;
        for (int i = 0; i < words.length; i++) {
            count += Long.bitCount(get(i));
        }
        return count;
    }

    /** The bits from {@code from} to before {@code to} that are 1. */
    public long countSet(long from, long to) {
        long count = 0;
        long bit = from;
        while (bit < to) {
            long inWord = Math.min(64 - (bit & 63), to - bit);
            long mask = (inWord == 64 ? -1L : (1L << inWord) - 1) << bit;
            count += Long.bitCount(get(wordIndex(bit)) & mask);
            bit += inWord;
        }
        return count;
    }

    /** Hands over every bit that is 1, in order. */
    public void forEachSet(LongConsumer consumer) {
        for (int i = 0; i < words.length; i++) {
            for (long word = get(i); word != 0; word &= word - 1) {
                consumer.accept(i * 64L + Long.numberOfTrailingZeros(word));
            }
        }
    }

    /** The bits that are 0 here and 1 in {@code other}, which has the same length. */
    public long countMissing(Words other) {
        long count = 0;
        for (int i = 0; i < words.length; i++) {
            count += Long.bitCount(~get(i) & other.get(i));
        }
        return count;
    }

    /** Sets every bit that is 1 in {@code other}, which has the same length. */
    public void unionWith(Words other, boolean shared) {
        for (int i = 0; i < words.length; i++) {
            long more = other.get(i);
            if (shared) {
                setShared(i, more);
            } else {
                setAlone(i, more);
            }
        }
    }

    /** Clears every bit that is 0 in {@code other}, which has the same length. */
    public void intersectWith(Words other) {
        for (int i = 0; i < words.length; i++) {
            long unused = (long) WORD.getAndBitwiseAnd(words, i, other.get(i));
        }
    }

    /** All bits 0 again. A bit that another thread sets meanwhile may survive or not. */
    public void clear() {
        Arrays.fill(words, 0);
        VarHandle.fullFence();
    }

    /** The bits as they are; those set meanwhile may be in it or not. */
    public Words copy() {
        return new Words(words.clone());
    }

    /** Bytes on the heap. */
    public long memoryBytes() {
        return 16 + 8L * words.length;
    }
}
