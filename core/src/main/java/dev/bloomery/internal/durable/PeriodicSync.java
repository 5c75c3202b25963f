package dev.bloomery.internal.durable;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs something from time to time, in a thread of its own, which does not keep the process alive. What it throws is logged, and it
 * is run again.
 */
public final class PeriodicSync implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.bloomery");

    private final long periodNanos;
    private final Runnable sync;
    private final Thread thread;
    private volatile boolean closed;

    public PeriodicSync(Duration period, Runnable sync) {
        this.periodNanos = period.toNanos();
        this.sync = sync;
        this.thread = new Thread(this::run, "bloomery-sync");
        thread.setDaemon(true);
    }

    public void start() {
        thread.start();
    }

    private void run() {
        long next = System.nanoTime() + periodNanos;
        while (!closed) {
            long wait = next - System.nanoTime();
            if (wait > 0) {
                LockSupport.parkNanos(this, wait);
            } else {
                next = System.nanoTime() + periodNanos; // before the sync: that takes time, too
                runOnce();
            }
        }
    }

    private void runOnce() {
        try {
            sync.run();
        } catch (Throwable thrown) {
            LOG.log(System.Logger.Level.ERROR, "a periodic sync failed; it is tried again", thrown);
        }
    }

    /** Does not wait for one that runs. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
