package dev.bloomery.internal.bits;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.LongAdder;

/**
 * A count of what was added. Shared: striped, so that threads do not wait for each other. Alone: one writer, a plain
 * field. A reader that runs beside writers may miss what is not yet done.
 */
public final class InsertionCount {
    private static final VarHandle ALONE;

    static {
        try {
            ALONE = MethodHandles.lookup().findVarHandle(InsertionCount.class, "alone", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final boolean shared;
    private final LongAdder striped = new LongAdder();
    private long alone;

    public InsertionCount(boolean shared, long start) {
        this.shared = shared;
        add(start);
    }

    public void add(long more) {
        if (shared) {
            striped.add(more);
        } else {
            ALONE.setOpaque(this, alone + more);
        }
    }

    public long get() {
        return shared ? striped.sum() : (long) ALONE.getOpaque(this);
    }

    public void reset() {
        striped.reset();
        ALONE.setOpaque(this, 0L);
    }
}
