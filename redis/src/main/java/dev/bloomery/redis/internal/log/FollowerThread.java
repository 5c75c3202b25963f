package dev.bloomery.redis.internal.log;

import dev.bloomery.redis.internal.server.LineException;
import java.util.concurrent.TimeUnit;

/** The thread of a follower: reads when there is something new, and at least four times a lease. */
public final class FollowerThread implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.bloomery");
    private static final long LONGEST_PAUSE = 250_000_000;
    private static final long LONGEST_FAREWELL_MILLIS = 2_000;

    private final String name;
    private final Follower follower;
    private final LogServer server;
    private final LogNews news;
    private final Lease lease;
    private final Thread thread;
    private volatile boolean ends;
    private boolean failed;

    /** @param name of the log, for the thread and for what is logged */
    public FollowerThread(String name, Follower follower, LogServer server, LogNews news, Lease lease) {
        this.name = name;
        this.follower = follower;
        this.server = server;
        this.news = news;
        this.lease = lease;
        thread = new Thread(this::run, "bloomery-log-" + name);
        thread.setDaemon(true);
    }

    /**
     * Reads until the follower is current for the first time, on the thread of the caller, and then on its
     * own.
     *
     * @throws LineException if the server cannot be asked
     */
    public void start() {
        while (follower.trusted() == null) {
            follower.next().run(server);
        }
        thread.start();
    }

    private void run() {
        while (!ends) {
            try {
                follower.next().run(server);
                if (failed) {
                    failed = false;
                    LOG.log(System.Logger.Level.INFO, "the log " + name + " can be read again");
                }
                Follower.Place place = follower.place();
                if (!follower.readsOnAtOnce()) {
                    if (place == null) {
                        pause(lease.readEveryNanos());
                    } else {
                        news.await(place.position(), lease.readEveryNanos());
                    }
                }
            } catch (InterruptedException ended) {
                break;
            } catch (Throwable problem) { // an Error, too: without this thread the node would never be current again
                fail(problem);
            }
        }
        leave();
    }

    private void fail(Throwable problem) {
        if (!failed && !ends) {
            failed = true;
            LOG.log(System.Logger.Level.WARNING, "the log " + name + " cannot be read; it is tried again", problem);
        }
        try {
            pause(Math.min(lease.readEveryNanos(), LONGEST_PAUSE));
        } catch (InterruptedException ended) {
            ends = true;
        }
    }

    private static void pause(long nanos) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(nanos);
    }

    private void leave() {
        boolean unused = Thread.interrupted(); // it was how the end was told, and would end the last question as well
        Follower.Place place = follower.place();
        follower.end();
        try {
            if (place != null) {
                server.leave(place.uuid(), follower.node());
            }
        } catch (RuntimeException silent) {
            // writers notice that it is silent
        } finally {
            news.close();
        }
    }

    /**
     * Ends it: from then on nothing is current. Waits for a moment until the node has left the roster, so
     * that writers need not wait for it.
     */
    @Override
    public void close() {
        ends = true;
        thread.interrupt();
        try {
            thread.join(LONGEST_FAREWELL_MILLIS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
