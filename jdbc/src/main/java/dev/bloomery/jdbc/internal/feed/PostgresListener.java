package dev.bloomery.jdbc.internal.feed;

import dev.bloomery.gate.store.KeyFeed;
import dev.bloomery.gate.store.StoreException;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Listens to the announcements of others, on a thread and a connection of its own, and knows until when it has heard them all.
 *
 * <ol>
 *   <li>PostgreSQL has one queue of notifications for all channels of a database, in the order of commits, and hands them over in that order.
 *   <li>So a heartbeat that this listener sends to itself arrives behind all that was announced before it was sent. When it has arrived, and what came
 *       before it was handed over, everything announced up to the moment of its sending is <i>covered</i>.
 *   <li>Others wait for the lease between announcement and commit. So while less than that has passed since the covered moment, nothing is visible that
 *       was not handed over. A tenth of the lease is kept as a margin, for clocks that run at different rates.
 *   <li>Two clocks must agree that it has not passed: the steady one stands still while a machine sleeps.
 *   <li>A connection that was lost is a gap, told twice: when it is lost, and when the next one listens, because a rebuild in between knows nothing
 *       of what was announced meanwhile.
 * </ol>
 */
public final class PostgresListener<K> implements KeyFeed.Subscription {
    private static final System.Logger LOG = System.getLogger("dev.bloomery");
    private static final int BEATS_A_LEASE = 4;
    private static final long PAUSE_NANOS = 250_000_000;

    /** A heartbeat, and the moment before it was sent. */
    private record Beat(long number, PostgresMoment sent) {}

    private final PostgresAnnouncer.Opening opening;
    private final String channel;
    private final String origin;
    private final Function<String, K> keys;
    private final KeyFeed.Receiver<K> receiver;
    private final long trustedMillis;
    private final long beatNanos;
    private final long silenceNanos;

    private final String ownChannel =
            "bloomery_beat_" + UUID.randomUUID().toString().replace('-', '_');
    private final Deque<Beat> sent = new ArrayDeque<>();
    private final Thread thread = new Thread(this::listenAlways, "bloomery-feed");
    private boolean lost;
    private long beats;
    private long nextBeatNanos;
    private @Nullable PostgresSession first;
    private volatile @Nullable PostgresMoment covered;
    private volatile boolean cancelled;

    public PostgresListener(
            PostgresAnnouncer.Opening opening,
            String channel,
            String origin,
            Function<String, K> keys,
            KeyFeed.Receiver<K> receiver,
            int leaseMillis,
            long silenceNanos) {
        this.opening = opening;
        this.channel = channel;
        this.origin = origin;
        this.keys = keys;
        this.receiver = receiver;
        this.trustedMillis = leaseMillis - (leaseMillis + 9L) / 10;
        this.beatNanos = leaseMillis * 1_000_000L / BEATS_A_LEASE;
        this.silenceNanos = silenceNanos;
        thread.setDaemon(true);
    }

    /** Returns when it listens, and a heartbeat has come through. */
    public void start() {
        PostgresSession session = null;
        try {
            session = opening.open();
            PostgresNotifications notifications = listen(session);
            while (covered == null) {
                receive(session, notifications);
            }
            first = session;
            thread.start();
        } catch (SQLException | RuntimeException problem) {
            if (session != null) {
                session.close();
            }
            if (problem instanceof RuntimeException said) {
                throw said;
            }
            throw new StoreException(
                    "cannot listen to PostgreSQL; a feed needs a connection of its own to the server that writes, not one"
                            + " through a pooler that shares it between transactions",
                    problem,
                    StoreException.Outcome.NOT_DONE);
        }
    }

    private void listenAlways() {
        PostgresSession session = first;
        while (!cancelled) {
            try (PostgresSession current = session == null ? opening.open() : session) {
                PostgresNotifications notifications = listen(current);
                if (lost) {
                    receiver.gap(); // from here on all is heard, but not what was announced before
                    lost = false;
                    LOG.log(System.Logger.Level.INFO, "the feed " + channel + " listens again");
                }
                while (!cancelled) {
                    receive(current, notifications);
                }
            } catch (
                    Throwable problem) { // an Error, too: without this thread every lookup would ask the store for good
                lose(problem);
            }
            session = null;
        }
    }

    private void lose(Throwable problem) {
        covered = null;
        if (cancelled) {
            return;
        }
        if (!lost) {
            lost = true;
            receiver.gap();
            LOG.log(
                    System.Logger.Level.WARNING,
                    "the feed " + channel
                            + " has lost its connection; the store is asked for everything until it listens"
                            + " again and the gate was rebuilt",
                    problem);
        }
        LockSupport.parkNanos(PAUSE_NANOS);
    }

    private PostgresNotifications listen(PostgresSession session) throws SQLException {
        sent.clear();
        nextBeatNanos = System.nanoTime();
        try (Statement statement = session.connection().createStatement()) {
            statement.execute("LISTEN " + channel);
            statement.execute("LISTEN " + ownChannel);
        }
        return PostgresNotifications.of(session.connection());
    }

    /** Sends a heartbeat if it is time, and hands over what comes until the next. */
    private void receive(PostgresSession session, PostgresNotifications notifications) throws SQLException {
        long now = System.nanoTime();
        if (now - nextBeatNanos >= 0) {
            requireAnswer(now);
            nextBeatNanos = now + beatNanos;
            sendBeat(session);
        }
        long rest = (nextBeatNanos - System.nanoTime()) / 1_000_000;
        for (PostgresNotifications.Notification come : notifications.await((int) Math.max(1, rest))) {
            if (come.channel().equals(ownChannel)) {
                cover(come.payload());
            } else {
                handOver(PostgresMessage.of(come.payload()));
            }
        }
    }

    private void requireAnswer(long now) throws SQLException {
        Beat oldest = sent.peek();
        if (oldest != null && now - oldest.sent.nanos() > silenceNanos) {
            throw new SQLException("no heartbeat came back for " + silenceNanos / 1_000_000 + " ms");
        }
    }

    private void sendBeat(PostgresSession session) throws SQLException {
        try (PreparedStatement statement = session.connection().prepareStatement("SELECT pg_notify(?, ?)")) {
            Beat beat = new Beat(++beats, PostgresMoment.now());
            sent.add(beat);
            statement.setString(1, ownChannel);
            statement.setString(2, Long.toString(beat.number));
            statement.execute();
        }
    }

    private void cover(String number) {
        for (Beat beat = sent.peek(); beat != null && beat.number <= Long.parseLong(number); beat = sent.peek()) {
            covered = beat.sent;
            sent.remove();
        }
    }

    private void handOver(PostgresMessage message) {
        if (message.origin().equals(origin)) {
            return; // the gate of this feed had it before it was sent
        }
        if (message.isGap()) {
            receiver.gap();
            return;
        }
        K key;
        try {
            key = keys.apply(message.text());
        } catch (RuntimeException notOurs) {
            receiver.gap();
            return;
        }
        receiver.adding(key);
    }

    @Override
    public boolean isCurrent() {
        PostgresMoment moment = covered;
        return moment != null && moment.isYoungerThan(trustedMillis);
    }

    public boolean isCancelled() {
        return cancelled;
    }

    @Override
    public void cancel() {
        cancelled = true;
        LockSupport.unpark(thread);
    }
}
