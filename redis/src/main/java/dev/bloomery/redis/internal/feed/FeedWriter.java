package dev.bloomery.redis.internal.feed;

import dev.bloomery.redis.internal.log.Announcer;
import dev.bloomery.redis.internal.log.Announcing;
import dev.bloomery.redis.internal.log.Clocks;
import dev.bloomery.redis.internal.log.LogData;
import dev.bloomery.redis.internal.log.LogServer;
import dev.bloomery.redis.internal.log.Moment;
import java.util.ArrayList;
import java.util.List;

/** Announces keys, and knows until when they must be inserted. For any number of threads. */
public final class FeedWriter {
    private static final int MOST_TRIES = 3;
    private static final int MOST_BYTES = 1 << 16;
    private static final int MOST_ENTRIES = 16;

    private final String origin;
    private final Announcer announcer;
    private final LogServer server;
    private final Clocks clocks;
    private final long longestWriteNanos;

    public FeedWriter(String origin, Announcer announcer, LogServer server, Clocks clocks, long longestWriteNanos) {
        this.origin = origin;
        this.announcer = announcer;
        this.server = server;
        this.clocks = clocks;
        this.longestWriteNanos = longestWriteNanos;
    }

    /**
     * Announces keys, and waits until every feed has them, or knows that it lacks some.
     *
     * @return the moment before the first announcement
     * @throws LostException if they cannot be announced
     * @throws dev.bloomery.redis.internal.server.LineException if the server cannot be asked
     */
    public Moment announce(List<byte[]> names) throws InterruptedException, LostException {
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            Moment begun = announceOnce(names);
            if (isInTime(begun)) {
                return begun;
            }
        }
        throw new LostException(
                "announcements take longer than the longest write may take; say a longer longestWrite when the feed is opened");
    }

    private Moment announceOnce(List<byte[]> names) throws InterruptedException, LostException {
        Moment begun = clocks.now();
        List<LogData> entries = entries(names);
        for (int from = 0; from < entries.size(); from += MOST_ENTRIES) {
            Announcing some =
                    new Announcing(announcer, entries.subList(from, Math.min(entries.size(), from + MOST_ENTRIES)));
            switch (some.await(server)) {
                case SETTLED -> {}
                case UNFIT -> throw new LostException("the log is one with another lease, or no log of a feed");
                default -> throw new LostException("Redis loses the announcement again and again");
            }
        }
        return begun;
    }

    private List<LogData> entries(List<byte[]> names) {
        List<LogData> entries = new ArrayList<>();
        List<byte[]> some = new ArrayList<>();
        long bytes = 0;
        for (byte[] name : names) {
            some.add(name);
            bytes += name.length;
            if (bytes > MOST_BYTES) {
                entries.add(entry(some));
                some = new ArrayList<>();
                bytes = 0;
            }
        }
        if (!some.isEmpty()) {
            entries.add(entry(some));
        }
        return entries;
    }

    private LogData entry(List<byte[]> names) {
        return new LogData(FeedEntry.KIND, new FeedEntry(origin, names).toBytes());
    }

    /** Whether keys that were announced then may still be inserted now. */
    public boolean isInTime(Moment announced) {
        return announced.isYoungerThan(longestWriteNanos, clocks.now());
    }

    /** Keys that could not be announced. */
    public static final class LostException extends Exception {
        private static final long serialVersionUID = 1;

        LostException(String message) {
            super(message);
        }
    }
}
