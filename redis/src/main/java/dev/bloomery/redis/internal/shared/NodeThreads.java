package dev.bloomery.redis.internal.shared;

import dev.bloomery.redis.internal.log.Follower;
import dev.bloomery.redis.internal.log.Gap;
import dev.bloomery.redis.internal.log.Lease;
import dev.bloomery.redis.internal.log.LogNews;
import dev.bloomery.redis.internal.log.Round;
import dev.bloomery.redis.internal.server.LineException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The two threads of a node: one reads and looks after the filter, one writes. */
public final class NodeThreads implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.bloomery.redis");
    private static final long LONGEST_PAUSE = 250_000_000;
    private static final long END_MILLIS = 5_000;

    private final String name;
    private final SharedNode node;
    private final LogNews news;
    private final Lease lease;
    private final Thread reads;
    private final Thread writes;
    private volatile boolean ends;
    private volatile boolean wantsRead;
    private boolean failed;

    /**
     * Threads that were not started.
     *
     * @param name of the filter, for the threads and for what is logged
     */
    public NodeThreads(String name, SharedNode node, LogNews news) {
        this.name = name;
        this.node = node;
        this.news = news;
        this.lease = new Lease(node.plan().leaseMillis());
        reads = thread("bloomery-shared-" + name, this::read);
        writes = thread("bloomery-shared-adds-" + name, this::write);
        node.wake(() -> wantsRead = true, () -> LockSupport.unpark(writes));
    }

    private static Thread thread(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Reads until the node has the bits, on the thread of the caller, and then on threads of its own.
     *
     * @throws LineException if the server cannot be asked
     */
    public void start() {
        for (int tries = 0; node.place() == null && !node.isUnfit() && tries < 100; tries++) {
            try {
                node.nextOfReader().run(node.server().log());
            } catch (SharedReader.MissingChunkException missing) {
                node.readerFailed(missing);
                break;
            }
            if (node.lastGap() == Gap.GONE) {
                break;
            }
        }
        for (int tries = 0; node.place() != null && node.trusted() == null && tries < 5; tries++) {
            node.nextOfReader().run(node.server().log());
        }
        reads.start();
        writes.start();
    }

    private void read() {
        while (!ends) {
            try {
                wantsRead = false;
                Round<?> round = node.nextOfReader();
                round.run(node.server().log());
                if (failed) {
                    failed = false;
                    LOG.log(System.Logger.Level.INFO, "the shared filter " + name + " can be read again");
                }
                if (!node.readsOnAtOnce() && !wantsRead) {
                    waitForNews();
                }
            } catch (InterruptedException ended) {
                break;
            } catch (RuntimeException problem) {
                if (!readFailed(problem)) {
                    break;
                }
            }
        }
        try {
            node.endReader();
        } catch (RuntimeException silent) {
            // writers notice that it is silent
        }
        news.close();
    }

    private void waitForNews() throws InterruptedException {
        Follower.Place place = node.place();
        if (place == null) {
            TimeUnit.NANOSECONDS.sleep(Math.min(LONGEST_PAUSE, lease.readEveryNanos()));
        } else {
            news.await(place.position(), Math.min(LONGEST_PAUSE, lease.readEveryNanos()));
        }
    }

    private boolean readFailed(RuntimeException problem) {
        if (problem instanceof SharedReader.BeginsAgainException) {
            return true;
        }
        if (!failed && !ends) {
            failed = true;
            LOG.log(
                    System.Logger.Level.WARNING,
                    "the shared filter " + name + " cannot be read; it is tried again",
                    problem);
        }
        try {
            node.readerFailed(problem);
        } catch (RuntimeException alsoNotNow) {
            // with the next try
        }
        try {
            TimeUnit.NANOSECONDS.sleep(Math.min(lease.readEveryNanos(), LONGEST_PAUSE));
            return true;
        } catch (InterruptedException ended) {
            return false;
        }
    }

    private void write() {
        while (!ends) {
            try {
                Round<?> round = node.nextOfWriter();
                if (round == null) {
                    LockSupport.parkNanos(Math.min(node.writerPauseNanos(), 1_000_000_000L));
                } else {
                    round.run(node.server().log());
                    node.retireSilent();
                }
            } catch (LineException problem) {
                node.writerFailed(problem);
            } catch (RuntimeException problem) {
                LOG.log(System.Logger.Level.ERROR, "keys could not be added to the shared filter " + name, problem);
                node.writerFailed(LineException.noAnswer("keys could not be added", problem));
            }
        }
        node.endWriter();
    }

    /** Ends both, soon. From then on nothing is current. */
    @Override
    public void close() {
        ends = true;
        reads.interrupt();
        LockSupport.unpark(writes);
        try {
            reads.join(END_MILLIS);
            writes.join(END_MILLIS);
        } catch (InterruptedException problem) {
            Thread.currentThread().interrupt();
        }
    }
}
