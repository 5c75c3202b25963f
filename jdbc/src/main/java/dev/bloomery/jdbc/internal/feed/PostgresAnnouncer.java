package dev.bloomery.jdbc.internal.feed;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Sends announcements, on a connection of its own: they must be committed before the transaction that they are about, and a second connection for
 * each writer would empty a pool in which all writers wait for one.
 *
 * <p>For any number of threads, one after the other.
 */
public final class PostgresAnnouncer implements AutoCloseable {
    /** Opens the connection. */
    public interface Opening {
        PostgresSession open() throws SQLException;
    }

    private final Opening opening;
    private final String channel;
    private final ReentrantLock sending = new ReentrantLock();
    private @Nullable PostgresSession session;
    private boolean closed;

    public PostgresAnnouncer(Opening opening, String channel) {
        this.opening = opening;
        this.channel = channel;
    }

    /** From the return on whoever listens has the messages on the way, in this order. If it throws some of them may be, too. */
    public void send(List<PostgresMessage> messages) throws SQLException {
        sending.lock();
        try {
            if (closed) {
                throw new IllegalStateException("the feed is closed; open another one");
            }
            String[] payloads =
                    messages.stream().map(PostgresMessage::payload).distinct().toArray(String[]::new);
            if (session != null) {
                try {
                    send(session.connection(), payloads);
                    return;
                } catch (SQLException broken) {
                    drop(); // it may have been broken for long: once more on a new one
                }
            }
            session = opening.open();
            try {
                send(session.connection(), payloads);
            } catch (SQLException problem) {
                drop();
                throw problem;
            }
        } finally {
            sending.unlock();
        }
    }

    private void send(Connection connection, String[] payloads) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT pg_notify(?, payload) FROM unnest(?::text[]) AS payload")) {
            Array array = connection.createArrayOf("text", payloads);
            statement.setString(1, channel);
            statement.setArray(2, array);
            statement.execute();
            array.free();
        }
    }

    private void drop() {
        if (session != null) {
            session.close();
            session = null;
        }
    }

    @Override
    public void close() {
        sending.lock();
        try {
            closed = true;
            drop();
        } finally {
            sending.unlock();
        }
    }
}
