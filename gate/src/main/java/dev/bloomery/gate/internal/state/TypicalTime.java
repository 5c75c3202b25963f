package dev.bloomery.gate.internal.state;

import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The median of some times. The first ones are left out, because they are those of a start: connections that are opened, code that is not compiled yet.
 * A median is not moved by a few that took long; until there are enough of them it is unknown.
 *
 * <p>Times are counted by their size: eight steps from one power of two to the next, so that the median is right within some 6 %. For any number of threads,
 * without a lock.
 */
final class TypicalTime {
    /** So many times are not counted. */
    static final int FIRST = 16;
    /** So many times must have been counted. */
    static final int ENOUGH = 32;

    private static final int STEP_BITS = 3;
    private static final int SIZES = Long.SIZE << STEP_BITS;

    private final AtomicLongArray counts = new AtomicLongArray(SIZES + 1); // the last one counts those that came first

    void add(long nanos) {
        if (counts.get(SIZES) < FIRST && counts.getAndIncrement(SIZES) < FIRST) {
            return;
        }
        counts.getAndIncrement(size(Math.max(0, nanos)));
    }

    /** The median; empty: there are not enough yet. */
    OptionalLong nanos() {
        long[] seen = new long[SIZES];
        long all = 0;
        for (int i = 0; i < SIZES; i++) {
            seen[i] = counts.get(i);
            all += seen[i];
        }
        if (all < ENOUGH) {
            return OptionalLong.empty();
        }
        int size = 0;
        for (long below = seen[0]; below * 2 < all; below += seen[size]) {
            size++;
        }
        return OptionalLong.of(middle(size));
    }

    /** Times below 8 have a size each; then the highest four bits count. */
    private static int size(long nanos) {
        int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(nanos) - 1 - STEP_BITS);
        return (shift << STEP_BITS) + (int) (nanos >>> shift);
    }

    /** The middle of the times of this size. */
    private static long middle(int size) {
        int steps = 1 << STEP_BITS;
        int shift = Math.max(0, (size >> STEP_BITS) - 1);
        long first = (long) (size < steps ? size : size % steps + steps) << shift;
        return first + ((1L << shift) - 1) / 2;
    }
}
