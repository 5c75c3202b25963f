package dev.bloomery.jdbc.internal.feed;

import dev.bloomery.gate.store.StoreException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/**
 * A connection that a feed keeps, without transactions. It holds an advisory lock that shows which lease the feed goes by, and there is none while
 * another feed of the channel goes by another one: a writer that waits for less than readers trust would make them wrong.
 */
public final class PostgresSession implements AutoCloseable {
    private static final String LOCKS = """
            SELECT objid::bigint FROM pg_catalog.pg_locks WHERE locktype = 'advisory' AND objsubid = 2
            AND database = (SELECT oid FROM pg_catalog.pg_database WHERE datname = pg_catalog.current_database())
            AND classid::bigint = ? AND objid::bigint <> ? LIMIT 1""";

    private final Connection connection;
    private final int timeoutBefore;

    private PostgresSession(Connection connection) throws SQLException {
        this.connection = connection;
        this.timeoutBefore = connection.getNetworkTimeout();
    }

    /**
     * Opens one.
     *
     * @param leaseMillis the lease of the feed
     * @param timeoutMillis for how long the server may be silent before the connection counts as broken
     */
    public static PostgresSession open(DataSource source, PostgresChannel channel, int leaseMillis, int timeoutMillis)
            throws SQLException {
        PostgresSession session = new PostgresSession(source.getConnection());
        try {
            session.connection.setAutoCommit(true);
            session.connection.setNetworkTimeout(Runnable::run, timeoutMillis);
            // first one's own, then look: of two that come together one sees the other
            register(session.connection, channel, leaseMillis);
            requireSameLease(session.connection, channel, leaseMillis);
            return session;
        } catch (SQLException | RuntimeException problem) {
            session.close();
            throw problem;
        }
    }

    private static void register(Connection connection, PostgresChannel channel, int leaseMillis) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT pg_advisory_lock_shared(?, ?)")) {
            statement.setInt(1, channel.leaseLock());
            statement.setInt(2, leaseMillis);
            statement.execute();
        }
    }

    private static void requireSameLease(Connection connection, PostgresChannel channel, int leaseMillis)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(LOCKS)) {
            statement.setLong(1, Integer.toUnsignedLong(channel.leaseLock()));
            statement.setLong(2, leaseMillis);
            try (ResultSet others = statement.executeQuery()) {
                if (others.next()) {
                    throw new StoreException(
                            "the lease is " + leaseMillis + " ms, but another process goes by one of "
                                    + others.getLong(1) + " ms; give all feeds of " + channel.table() + " the same",
                            null,
                            StoreException.Outcome.NOT_DONE);
                }
            }
        }
    }

    public Connection connection() {
        return connection;
    }

    /** Gives the connection back as it was, or ends it if that cannot be done. */
    @Override
    public void close() {
        try (connection) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("UNLISTEN *");
                statement.execute("SELECT pg_advisory_unlock_all()");
                connection.setNetworkTimeout(Runnable::run, timeoutBefore);
            } catch (SQLException broken) {
                connection.abort(Runnable::run);
            }
        } catch (SQLException closedAlready) {
            // there is nothing left to give back
        }
    }
}
