package dev.bloomery.gate.internal.guard;

import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreException.Outcome;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets a {@link Guard} look again and again, on a thread of its own, and lets writes and rebuilds wait for what it finds. The thread ends when the gate is closed and
 * its last write is over.
 */
public final class GuardRunner implements WriteRights {
    private static final System.Logger LOG = System.getLogger("dev.bloomery.gate");
    private static final String NAME = "bloomery-gate-guard";

    /**
     * How often it looks, and for how long others wait for it.
     *
     * @param lookNanos between two looks
     * @param retryNanos between two looks for a session that is lost
     * @param firstLookNanos for how long the opening of a gate waits for the first look, which waits for no other gate
     * @param longestWriteNanos for how long a write waits until it may begin
     * @param longestCloseNanos for how long the end of a gate waits until the locks are given back
     */
    public record Pace(
            long lookNanos, long retryNanos, long firstLookNanos, long longestWriteNanos, long longestCloseNanos) {
        public static final Pace DEFAULT = new Pace(
                TimeUnit.MILLISECONDS.toNanos(250),
                TimeUnit.SECONDS.toNanos(1),
                TimeUnit.SECONDS.toNanos(5),
                TimeUnit.SECONDS.toNanos(30),
                TimeUnit.SECONDS.toNanos(5));
    }

    private final Guard guard;
    private final Pace pace;
    private final Thread thread;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition looked = lock.newCondition();
    private final Condition wanted = lock.newCondition();
    private long looks; // under the lock
    private boolean isWanted; // a look at once; under the lock
    private boolean ended; // under the lock

    public GuardRunner(Guard guard, Pace pace) {
        this.guard = guard;
        this.pace = pace;
        this.thread = new Thread(this::run, NAME);
        thread.setDaemon(true);
    }

    /** Begins, and waits for the first look if that is quick. */
    public void start() {
        thread.start();
        lock.lock();
        try {
            long rest = pace.firstLookNanos;
            while (looks == 0 && !ended && rest > 0) {
                rest = looked.awaitNanos(rest);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt(); // then the look goes on alone
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        try {
            while (guard.state() != GuardState.CLOSED) {
                lookOnce();
                awaitNext();
            }
        } finally {
            lock.lock();
            try {
                ended = true;
                looked.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    /** Nothing ends the looks: without them a gate would hold its locks and not give way. */
    private void lookOnce() {
        try {
            guard.look();
        } catch (Throwable unexpected) {
            LOG.log(System.Logger.Level.ERROR, "a gate could not look for other gates, and tries it again", unexpected);
        }
    }

    private void awaitNext() {
        GuardState state = guard.state();
        lock.lock();
        try {
            looks++;
            looked.signalAll();
            long rest = state == GuardState.LOST ? pace.retryNanos : pace.lookNanos;
            while (!isWanted && state != GuardState.CLOSED && rest > 0) {
                rest = wanted.awaitNanos(rest);
            }
            isWanted = false;
        } catch (InterruptedException nobodyShould) {
            isWanted = false; // a look at once is right as well; the thread ends by close()
        } finally {
            lock.unlock();
        }
    }

    private void lookNow() {
        lock.lock();
        try {
            isWanted = true;
            wanted.signal();
        } finally {
            lock.unlock();
        }
    }

    // writes

    @Override
    public long begin() {
        long right = guard.tryBegin();
        return right != 0 ? right : beginLater();
    }

    private long beginLater() {
        long rest = pace.longestWriteNanos;
        while (true) {
            lock.lock();
            try {
                long right = guard.tryBegin(); // with the lock, so that no look is missed
                if (right != 0) {
                    return right;
                }
                requireOpen();
                if (rest <= 0 || isLooking()) {
                    throw new StoreException(whyNot(), guard.problem(), Outcome.NOT_DONE);
                }
                rest = looked.awaitNanos(rest);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new StoreException(
                        "the thread was interrupted while a write waited for another gate; the store was not written",
                        interrupted,
                        Outcome.NOT_DONE);
            } finally {
                lock.unlock();
            }
        }
    }

    /** Who looks can wait for nothing that a look finds: a listener, say, that is told of one. */
    private boolean isLooking() {
        return Thread.currentThread() == thread;
    }

    private void requireOpen() {
        if (guard.isClosing()) {
            lookNow(); // for a moment this looked like a write that must be waited for
            throw new IllegalStateException("the gate is closed; open another one");
        }
    }

    private String whyNot() {
        long millis = TimeUnit.NANOSECONDS.toMillis(pace.longestWriteNanos);
        String waited = "the store was not written: this gate may not write, and has waited for " + millis + " ms. ";
        return guard.state() == GuardState.WAITING
                ? waited
                        + "Another gate over the same keys is open, in another process or in this one, and does not give way: it is stopped, or cannot reach the"
                        + " store, or there are as many gates already as there can be. End it if it hangs, and try again"
                : waited
                        + "It has no lock by which gates over the same keys know of each other, because the store gives none, see the cause. Try again when the store"
                        + " can be reached; if it can hold no locks, say StoreWriters.onlyThisProcess().unguarded(), and see to it that only one process has the"
                        + " gate open";
    }

    @Override
    public void end() {
        if (guard.end()) {
            lookNow();
        }
    }

    @Override
    public void require(long right) {
        if (!guard.isValid(right)) {
            throw new StoreException(
                    "the store was not written: this gate has lost the locks by which gates over the same keys know of each other, after the write began; write again",
                    guard.problem(),
                    Outcome.NOT_DONE);
        }
    }

    // rebuilds

    /** Waits until no other gate has the store open, or this one is closed; whether it is alone. */
    public boolean awaitAlone(long longestNanos) throws InterruptedException {
        long rest = longestNanos;
        lock.lockInterruptibly();
        try {
            while (guard.state() != GuardState.ALONE && !guard.isClosing() && !isLooking() && rest > 0) {
                rest = looked.awaitNanos(rest);
            }
            return guard.state() == GuardState.ALONE;
        } finally {
            lock.unlock();
        }
    }

    /** What keeps it from being alone, and what to do. */
    public String whyNotAlone() {
        RuntimeException problem = guard.problem();
        if (problem != null) {
            return "the locks by which gates over the same keys know of each other cannot be had from the store: "
                    + problem.getMessage();
        }
        return "another gate over the same keys is open, in another process or in this one, or was not closed, and writes that it began may still be on their way;"
                + " close it, or give each gate a feed with StoreWriters.fedBy(...)";
    }

    /** Gives the locks back, now or when the last write is over. */
    public void close() {
        guard.close();
        if (thread.getState() == Thread.State.NEW) {
            guard.look(); // which ends it
            return;
        }
        lookNow();
        if (!isLooking()) {
            awaitEnd();
        }
    }

    /** Not if a write is on its way: that may take long. */
    private void awaitEnd() {
        long rest = pace.longestCloseNanos;
        lock.lock();
        try {
            while (!ended && !guard.hasWrites() && rest > 0) {
                rest = looked.awaitNanos(rest);
            }
            looked.signalAll(); // whoever waits to write need not wait any longer
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
        if (!guard.hasWrites()) {
            join(TimeUnit.NANOSECONDS.toMillis(rest));
        }
    }

    private void join(long millis) {
        try {
            thread.join(Math.max(1, millis));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
