package dev.bloomery.internal.bits;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Counters of 4 or 8 bits, packed in longs, that threads share without a lock.
 *
 * <ol>
 *   <li>A counter that reaches its largest value has lost count: it <b>sticks</b> there, and neither {@link #decrement} nor
 *       {@link #addFrom} moves it again. It never wraps.
 *   <li>A counter at 0 stays at 0 in {@link #decrement}.
 *   <li>Shared: every change is one compare-and-set of a word, so no count is lost or doubled. Alone: plain read and write,
 *       one writer at a time, beside any number of readers.
 * </ol>
 */
public final class Counters {
    /** What an increment that makes a counter stick adds to its result: far above the number of counters that a key has. */
    public static final int STUCK = 1 << 16;

    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] words;
    private final long length;
    private final boolean shared;
    private final int counterBits;
    private final boolean nibbles;

    private Counters(long[] words, long length, int counterBits, boolean shared) {
        this.words = words;
        this.length = length;
        this.shared = shared;
        this.counterBits = counterBits;
        this.nibbles = counterBits == 4;
    }

    /** All 0; of 4 or 8 bits each. */
    public static Counters of(long length, int counterBits, boolean shared) {
        return new Counters(new long[Math.toIntExact(words(length, counterBits))], length, counterBits, shared);
    }

    /** So many, as they were {@linkplain #copyBytes copied}. */
    public static Counters read(long length, int counterBits, boolean shared, LongSource source) throws IOException {
        return new Counters(source.take(0, Math.toIntExact(words(length, counterBits))), length, counterBits, shared);
    }

    /** Copies bytes from {@code position} on, a multiple of eight, to the start of {@code target}; each counter as it is at some moment. */
    public void copyBytes(long position, byte[] target, int bytes) {
        LongBytes.copy(words, (int) (position / Long.BYTES), target, bytes);
    }

    public long byteLength() {
        return (long) words.length * Long.BYTES;
    }

    /** Whether there is something behind the last counter. */
    public boolean hasMore() {
        int used = (int) (length % (64 / counterBits)) * counterBits;
        return used != 0 && words[words.length - 1] >>> used != 0;
    }

    /** Longs that so many counters take. */
    public static long words(long length, int counterBits) {
        int perWord = 64 / counterBits;
        return (length + perWord - 1) / perWord;
    }

    public long length() {
        return length;
    }

    /** The value at which counters stick. */
    public long stuckValue() {
        return largest();
    }

    public long get(long index) {
        return words[wordIndex(index)] >>> shift(index) & largest();
    }

    /** One more, unless it is stuck; 1 if it was 0, {@link #STUCK} if it sticks from now on, else 0. */
    public int increment(long index) {
        long before = change(index, 1);
        if (before >= largest() - 1) { // rare
            return before == largest() ? 0 : STUCK;
        }
        return BranchFree.oneIfOne(before + 1);
    }

    /** One less, unless it is 0 or stuck; 1 if it is 0 now and was not before, else 0. */
    public int decrement(long index) {
        return BranchFree.oneIfOne(change(index, -1));
    }

    /** The value before. */
    private long change(long index, int by) {
        int at = wordIndex(index);
        int shift = shift(index);
        while (true) {
            long word = shared ? (long) WORD.getOpaque(words, at) : words[at];
            long value = word >>> shift & largest();
            if (value == largest() || (value == 0 && by < 0)) {
                return value;
            }
            // stays inside the counter: it is neither full nor to fall below 0
            long changed = word + ((long) by << shift);
            if (!shared) {
                words[at] = changed;
                return value;
            }
            if (WORD.compareAndSet(words, at, word, changed)) {
                return value;
            }
        }
    }

    /**
     * Adds the counters of {@code other}, which has the same shape; a sum beyond the largest value sticks, a stuck one too.
     *
     * @return how many counters were 0 and are not any more
     */
    public long addFrom(Counters other) {
        long newlyUsed = 0;
        for (int at = 0; at < words.length; at++) {
            long more = (long) WORD.getOpaque(other.words, at);
            while (more != 0) {
                long word = (long) WORD.getOpaque(words, at);
                long sum = 0;
                int risen = 0;
                for (int shift = 0; shift < 64; shift += counterBits) {
                    long mine = (word >>> shift) & largest();
                    long theirs = (more >>> shift) & largest();
                    risen += mine == 0 && theirs != 0 ? 1 : 0;
                    sum |= Math.min(mine + theirs, largest()) << shift;
                }
                if (!shared) {
                    words[at] = sum;
                    newlyUsed += risen;
                    break;
                }
                if (WORD.compareAndSet(words, at, word, sum)) {
                    newlyUsed += risen;
                    break;
                }
            }
        }
        return newlyUsed;
    }

    /** Counters that are not 0. */
    public long countUsed() {
        long lowest = nibbles ? 0x1111111111111111L : 0x0101010101010101L; // the lowest bit of each counter
        long count = 0;
        for (long word : words) {
            long any = nibbles ? word : word | word >>> 4;
            any |= any >>> 2;
            count += Long.bitCount((any | any >>> 1) & lowest);
        }
        return count;
    }

    public long countStuck() {
        long count = 0;
        for (long i = 0; i < length; i++) {
            count += get(i) == largest() ? 1 : 0;
        }
        return count;
    }

    /** All 0 again, also those that were stuck. */
    public void clear() {
        Arrays.fill(words, 0);
        VarHandle.fullFence();
    }

    public Counters copy() {
        return new Counters(words.clone(), length, counterBits, shared);
    }

    /** Bytes on the heap. */
    public long memoryBytes() {
        return Words.HEADER_BYTES + (long) Long.BYTES * words.length;
    }

    /** Bytes on the heap that {@link #of} takes. */
    public static long memoryBytes(long length, int counterBits) {
        return Words.HEADER_BYTES + Long.BYTES * words(length, counterBits);
    }

    /*
     * Of 4 or of 8 bits is a branch that is always predicted, and constants behind it: shifts by a field are slower.
     */

    /** Shift first, narrow last; there are as many words as an array has. */
    private int wordIndex(long index) {
        return (int) (index >>> (nibbles ? 4 : 3));
    }

    /** Where the counter begins in its word. */
    private int shift(long index) {
        return nibbles ? ((int) index & 15) << 2 : ((int) index & 7) << 3;
    }

    /** The value at which a counter sticks. */
    private long largest() {
        return nibbles ? 15 : 255;
    }
}
