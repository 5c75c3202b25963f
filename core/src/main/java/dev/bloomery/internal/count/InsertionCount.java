package dev.bloomery.internal.count;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A cheap count of what was added, that says now and then that it is time to look at the total.
 *
 * <p>Shared: striped by thread, so that threads do not wait for each other; an add is one atomic addition. A stripe speaks up
 * each time it has counted {@code step} more, so a limit is noticed at most {@link #maxLag} late, and the total is summed only
 * then. Alone: one writer, a plain field that is compared with the limit.
 */
public final class InsertionCount {
    private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(long[].class);
    /** Longs between stripes: a cache line, and the one that the processor fetches beside it. */
    private static final int STRIDE = 16;

    private static final int MAX_STRIPES = 64;

    /** More stripes than threads, because threads pick theirs by chance. */
    private static final int STRIPES_PER_PROCESSOR = 4;

    /** 2^32 divided by the golden ratio, odd: spreads the ids of threads, which may all be even. */
    private static final long SPREAD = 0x9E3779B9L;
    /** Smaller filters have one stripe: threads that meet in the bits may meet in the count. */
    private static final long SMALL = 1 << 14;

    /** The lag is at most this share of the capacity. */
    private static final long LAG_SHARE = 1024;

    private final boolean shared;
    private final int stripes;
    private final long step;
    private final long[] cells;
    /** The count, if not shared. Plain: what another thread reads of it may be old. */
    private long alone;

    /** @param capacity what the limits will be near to */
    public InsertionCount(boolean shared, long capacity) {
        this.shared = shared;
        this.stripes = shared && capacity >= SMALL
                ? Math.min(
                        MAX_STRIPES,
                        powerOfTwo(STRIPES_PER_PROCESSOR * Runtime.getRuntime().availableProcessors()))
                : 1;
        this.step = shared ? Math.max(1, Long.highestOneBit(Math.max(1, capacity / LAG_SHARE / stripes))) : 1;
        this.cells = new long[stripes * STRIDE];
    }

    private static int powerOfTwo(int atLeast) {
        return Math.max(1, Integer.highestOneBit(2 * atLeast - 1));
    }

    /** Counts; whether it is time to look at {@link #get}, because it may have reached {@code limit}. */
    public boolean add(long more, long limit) {
        if (!shared) {
            alone += more;
            return alone >= limit;
        }
        long before = (long) CELL.getAndAdd(cells, stripe(Thread.currentThread().getId(), stripes) * STRIDE, more);
        return (before & -step) != (before + more & -step);
    }

    /** By the upper bits of the product: threads that were started one after the other have stripes far apart. */
    static int stripe(long threadId, int stripes) {
        return (int) ((((threadId * SPREAD) & 0xFFFF_FFFFL) * stripes) >>> 32);
    }

    /** The total; what other threads are adding may be in it or not. */
    public long get() {
        long sum = alone;
        for (int cell = 0; cell < cells.length; cell += STRIDE) {
            sum += (long) CELL.getVolatile(cells, cell);
        }
        return sum;
    }

    /** Starts again from {@code total}. What other threads add meanwhile may be lost. */
    public void set(long total) {
        for (int cell = STRIDE; cell < cells.length; cell += STRIDE) {
            CELL.setVolatile(cells, cell, 0L);
        }
        CELL.setVolatile(cells, 0, shared ? total : 0L);
        alone = shared ? 0 : total;
    }

    /** How many adds may go by after a limit was passed before a stripe speaks up. */
    public long maxLag() {
        return stripes * (step - 1);
    }
}
