package dev.bloomery.gate;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Knows for stripes of the keys whether a write is on its way, and whether one was since.
 *
 * <p>One word a stripe: the lower 16 bits count the writers inside, the rest counts how often one came or went. Wait-free.
 */
final class KeyStripes {
    /** What {@link #quiet} says of a stripe that is being written. */
    static final long BUSY = -1;

    private static final int WRITER_BITS = 16;
    private static final long WRITERS = (1L << WRITER_BITS) - 1;
    private static final long CHANGE = 1L << WRITER_BITS;

    private final AtomicLongArray states;
    private final int shift;

    /** @param stripes a power of two, at least 2 */
    KeyStripes(int stripes) {
        states = new AtomicLongArray(stripes);
        shift = Integer.SIZE - Integer.numberOfTrailingZeros(stripes);
    }

    int stripe(Object key) {
        return (key.hashCode() * 0x9E3779B9)
                >>> shift; // the golden ratio spreads hash codes that differ in low bits only
    }

    /** A writer comes; what to ask {@link #isAlone} with. */
    long enter(int stripe) {
        return states.addAndGet(stripe, CHANGE + 1);
    }

    /** Whether the writer that came with this number has been the only one in the stripe since. */
    boolean isAlone(int stripe, long entered) {
        return (entered & WRITERS) == 1 && states.get(stripe) == entered;
    }

    void leave(int stripe) {
        states.addAndGet(stripe, CHANGE - 1);
    }

    /** The changes so far if nobody is writing, else {@link #BUSY}. */
    long quiet(int stripe) {
        long state = states.get(stripe);
        return (state & WRITERS) == 0 ? state >>> WRITER_BITS : BUSY;
    }
}
