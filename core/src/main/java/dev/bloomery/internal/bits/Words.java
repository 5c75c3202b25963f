package dev.bloomery.internal.bits;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * Bits on the heap, in words of 64, that threads share without a lock.
 *
 * <ol>
 *   <li>Bits only go from 0 to 1, except in {@link #clear} and {@link #intersectWith}.
 *   <li>Reads are plain: a reader that learned of the writer's return by any synchronisation sees its bits. One that did not
 *       may see them later, and a loop that asks for the same word again and again, and does nothing else, perhaps never.
 *       Opaque reads would mend that, but keep the compiler from moving anything else out of a loop of queries, which costs a
 *       quarter of a query (docs/adr/0010).
 *   <li>{@link #setShared} loses no bit, whoever writes beside it; lock-free. {@link #setAlone} is plain read and write:
 *       one writer at a time, any number of readers.
 * </ol>
 */
public final class Words {
    /** One array: 2^37 bits less the eight words that a JVM may keep for itself. */
    public static final long MAX_BITS = (Integer.MAX_VALUE - 7L) * 64;

    /** 2^32 divided by the golden ratio, odd: its multiples are spread evenly, and do not repeat. */
    private static final long SPREAD = 0x9E3779B9L;

    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle BYTES = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** Of an array, with its length. */
    public static final int HEADER_BYTES = 16;

    /**
     * Words at the start of the array that are left free, so that those at multiples of eight begin a cache line: an array has a
     * header of 16 bytes, and a collector that works by regions puts a large one at the start of a region. Elsewhere it does no
     * harm.
     */
    public static final int LEAD = 6;

    /** From here on words are aligned: two megabytes, beyond what a core has of cache for itself. */
    private static final int LARGE = 1 << 18;

    private final long[] words;
    private final int lead;

    private Words(long[] words, int lead) {
        this.words = words;
        this.lead = lead;
    }

    /** Room for at least {@code bits} bits, all 0. */
    public static Words ofBits(long bits) {
        return new Words(new long[wordIndex(bits + 63)], 0);
    }

    /** Like {@link #ofBits}, aligned if there are many. */
    public static Words ofBlocks(long bits) {
        int count = wordIndex(bits + 63);
        int lead = leadOf(count);
        return new Words(new long[lead + count], lead);
    }

    /** Room for {@code bits} bits, as they were {@linkplain #copyBytes copied}; aligned if they are many blocks. */
    public static Words read(long bits, boolean blocks, LongSource source) throws IOException {
        int count = wordIndex(bits + 63);
        int lead = blocks ? leadOf(count) : 0;
        return new Words(source.take(lead, count), lead);
    }

    /** How many words to leave free before so many: {@link #LEAD} if they are many, and the array can hold them. */
    static int leadOf(long count) {
        return count > LARGE && count < Integer.MAX_VALUE - 2 * LEAD ? LEAD : 0;
    }

    /** Whether {@link #LEAD} words of the array are left free. */
    public boolean hasLead() {
        return lead != 0;
    }

    /** Shift first, narrow last, never silently. */
    public static int wordIndex(long bit) {
        return Math.toIntExact(bit >>> 6);
    }

    public int length() {
        return words.length - lead;
    }

    public long get(int index) {
        return words[lead + index];
    }

    /** The array itself, for loops over several words; they mind the lead. */
    public long[] array() {
        return words;
    }

    /**
     * Sets the bits of {@code mask}, beside any other writers; those of them that were 0. Reads first: an atomic write that
     * would change nothing is left out.
     */
    public static long setShared(long[] words, int index, long mask) {
        if ((~words[index] & mask) == 0) {
            return 0;
        }
        return ~(long) WORD.getAndBitwiseOr(words, index, mask) & mask;
    }

    /** Sets the bits of {@code mask}, as the only writer; those of them that were 0. */
    public static long setAlone(long[] words, int index, long mask) {
        long before = words[index];
        words[index] = before | mask;
        return ~before & mask;
    }

    /** {@link #setAlone(long[], int, long)} in these words. */
    public long setAlone(int index, long mask) {
        return setAlone(words, lead + index, mask);
    }

    public long countSet() {
        long count = 0;
        for (int i = 0; i < length(); i++) {
            count += Long.bitCount(get(i));
        }
        return count;
    }

    /**
     * The share of the first {@code bits} bits that are 1, read off at most this many words: one at a place
     * by chance, but always the same, in each of as many
     * pieces of the same length. Pieces alone would not do, as their first words may all be the first of a
     * block.
     */
    public double sampledFill(long bits, int mostWords) {
        int words = length();
        if (words <= mostWords) {
            return (double) countSet(0, bits) / bits;
        }
        long count = 0;
        for (int i = 0; i < mostWords; i++) {
            int from = (int) ((long) i * words / mostWords);
            int room = (int) ((i + 1L) * words / mostWords) - from;
            long chance = (i * SPREAD) & 0xFFFF_FFFFL;
            count += Long.bitCount(get(from + (int) ((chance * room) >>> 32)));
        }
        return count / (64.0 * mostWords);
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
        for (int i = 0; i < length(); i++) {
            for (long word = get(i); word != 0; word &= word - 1) {
                consumer.accept(i * 64L + Long.numberOfTrailingZeros(word));
            }
        }
    }

    /** The bits that are 0 here and 1 in {@code other}, which has the same length. */
    public long countMissing(Words other) {
        long count = 0;
        for (int i = 0; i < length(); i++) {
            count += Long.bitCount(~get(i) & other.get(i));
        }
        return count;
    }

    /** Sets every bit that is 1 in {@code other}, which has the same length. */
    public void unionWith(Words other, boolean shared) {
        for (int i = 0; i < length(); i++) {
            long more = other.get(i);
            long unused = shared ? setShared(words, lead + i, more) : setAlone(words, lead + i, more);
        }
    }

    /** Clears every bit that is 0 in {@code other}, which has the same length. */
    public void intersectWith(Words other) {
        for (int i = 0; i < length(); i++) {
            long unused = (long) WORD.getAndBitwiseAnd(words, lead + i, other.get(i));
        }
    }

    /** All bits 0 again. A bit that another thread sets meanwhile may survive or not. */
    public void clear() {
        Arrays.fill(words, 0);
        VarHandle.fullFence();
    }

    /** The bits as they are; those set meanwhile may be in it or not. */
    public Words copy() {
        return new Words(words.clone(), lead);
    }

    /** Copies bytes from {@code position} on, a multiple of eight, to the start of {@code target}. Beside adds: bits set meanwhile may be in it. */
    public void copyBytes(long position, byte[] target, int length) {
        LongBytes.copy(words, lead + (int) (position / Long.BYTES), target, length);
    }

    /** Sets every bit that is 1 in these bytes, the lowest byte of a word first; position, start and length are multiples of eight. */
    public void orBytes(long position, byte[] source, int from, int length, boolean shared) {
        int first = Math.toIntExact(position / Long.BYTES);
        for (int i = 0; i < length / Long.BYTES; i++) {
            long more = (long) BYTES.get(source, from + i * Long.BYTES);
            if (more != 0) {
                long unused =
                        shared ? setShared(words, lead + first + i, more) : setAlone(words, lead + first + i, more);
            }
        }
    }

    public long byteLength() {
        return (long) length() * Long.BYTES;
    }

    /** Bytes on the heap. */
    public long memoryBytes() {
        return memoryBytes(words.length);
    }

    /** Bytes on the heap that {@link #ofBits} or {@link #ofBlocks} takes for so many bits; also for more than an array has. */
    public static long memoryBytes(long bits, boolean blocks) {
        long count = (bits + 63) >>> 6;
        return memoryBytes((blocks ? leadOf(count) : 0) + count);
    }

    private static long memoryBytes(long longs) {
        return HEADER_BYTES + Long.BYTES * longs;
    }
}
