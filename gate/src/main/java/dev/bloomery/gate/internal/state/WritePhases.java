package dev.bloomery.gate.internal.state;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the writes that are on their way, so that a rebuild can wait for those that began before it.
 *
 * <ol>
 *   <li>A write counts itself in, in the counter of the phase of the moment, before it looks at what is published.
 *   <li>A rebuild publishes something and then finds each of the two counters at zero once: from then on every write that is inside has seen the
 *       publication, whichever counter it is in.
 *   <li>So that a counter gets to zero while new writes keep coming, they go to the other one: the rebuild first waits for the counter of the phase
 *       before, then begins the next phase and waits for that of the phase which ended.
 *   <li>One rebuild at a time. Wait-free for writes.
 * </ol>
 */
public class WritePhases {
    private final AtomicInteger phase = new AtomicInteger();
    private final AtomicLong[] writers = {new AtomicLong(), new AtomicLong()};

    /** The phase of the moment. */
    public int now() {
        return phase.get();
    }

    /** A write is inside, in the phase that it read; that may have ended meanwhile, and will be waited for all the same. */
    public void enter(int entered) {
        writers[entered & 1].incrementAndGet();
    }

    public void leave(int entered) {
        writers[entered & 1].decrementAndGet();
    }

    /** Begins the next phase; what to ask {@link #isDrained} for. */
    public int next() {
        return phase.getAndIncrement();
    }

    /** Whether no write is inside that entered this phase, which has ended. */
    public boolean isDrained(int ended) {
        return writers[ended & 1].get() == 0;
    }

    /** Writes inside that entered this phase, which has ended. */
    public long left(int ended) {
        return writers[ended & 1].get();
    }
}
