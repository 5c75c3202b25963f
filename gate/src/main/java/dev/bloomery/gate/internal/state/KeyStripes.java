package dev.bloomery.gate.internal.state;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Knows for stripes of the keys whether a write is on its way, and whether one was since, whether one was ever in doubt, and how often the store was asked.
 *
 * <p>Two words a stripe, side by side, because a lookup needs both and finds neither in a cache when the store has just been asked: in the first the lower 16 bits count
 * the writers inside, the next says that there was a doubt, the rest counts how often a writer came or went; the second counts questions. Wait-free.
 */
public final class KeyStripes {
    /** What {@link #quiet} says of a stripe that is being written. */
    public static final long BUSY = -1;

    private static final int WRITER_BITS = 16;
    private static final long WRITERS = (1L << WRITER_BITS) - 1;
    private static final long DOUBTED = 1L << WRITER_BITS;
    private static final int CHANGE_SHIFT = WRITER_BITS + 1;
    private static final long CHANGE = 1L << CHANGE_SHIFT;

    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] words;
    private final int shift;

    /** @param stripes a power of two, at least 2 */
    public KeyStripes(int stripes) {
        words = new long[2 * stripes];
        shift = Integer.SIZE - Integer.numberOfTrailingZeros(stripes);
    }

    public int stripe(Object key) {
        return (key.hashCode() * 0x9E3779B9)
                >>> shift; // the golden ratio spreads hash codes that differ in low bits only
    }

    private long state(int stripe) {
        return (long) WORD.getVolatile(words, 2 * stripe);
    }

    private long add(int stripe, long number) {
        return (long) WORD.getAndAdd(words, 2 * stripe, number) + number;
    }

    /** A writer comes; what to ask {@link #isAlone} with. */
    public long enter(int stripe) {
        return add(stripe, CHANGE + 1);
    }

    /** Whether the writer that came with this number has been the only one in the stripe since. */
    public boolean isAlone(int stripe, long entered) {
        return (entered & WRITERS) == 1 && state(stripe) == entered;
    }

    public void leave(int stripe) {
        long unused = add(stripe, CHANGE - 1);
    }

    /** Everything may have changed: no number that was seen before comes back. */
    public void changeAll() {
        for (int stripe = 0; stripe < words.length / 2; stripe++) {
            long unused = add(stripe, CHANGE);
        }
    }

    /** A write of a key of the stripe is in doubt. This is not forgotten when it is settled. */
    public void doubt(int stripe) {
        long unused = (long) WORD.getAndBitwiseOr(words, 2 * stripe, DOUBTED);
    }

    /** The changes so far if nobody is writing, else {@link #BUSY}. */
    public long quiet(int stripe) {
        long state = state(stripe);
        return (state & WRITERS) == 0 ? state >>> CHANGE_SHIFT : BUSY;
    }

    /** Whether {@link #quiet} is all there is to know: no write of the stripe was ever in doubt. For who has asked that before. */
    public boolean neverDoubted(int stripe) {
        return (state(stripe) & DOUBTED) == 0;
    }

    /** The store is going to be asked for a key; how often it was before, for a key of the stripe. */
    public long countQuestion(int stripe) {
        return (long) WORD.getAndAdd(words, 2 * stripe + 1, 1L);
    }

    /** How often the store was asked, for all stripes. */
    public long questions() {
        long sum = 0;
        for (int i = 1; i < words.length; i += 2) {
            sum += (long) WORD.getVolatile(words, i);
        }
        return sum;
    }
}
