package dev.bloomery.jdbc.internal.locks;

import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreException.Outcome;
import dev.bloomery.jdbc.internal.connection.Database;
import dev.bloomery.jdbc.internal.connection.KeylessCause;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.locks.ReentrantLock;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Where sessions take their connections: one for each, for as long as the session lasts. If the store takes its connections of the same data source, that must have at
 * least one more, or every call of the store would wait for a connection that does not come.
 */
final class LockSource {
    /** How long nothing is tried again after the data source gave no second connection: the store needs the only one meanwhile. */
    private static final long PAUSE_NANOS = 60_000_000_000L;

    private static final String ADVICE =
            "; the guard keeps one connection for as long as the gate is open, and the store needs others: give the pool one connection more,"
                    + " or name another data source for the guard with locksFrom(...), or open the gate unguarded()";

    private final DataSource source;
    private final boolean isShared;
    private final int silenceMillis;
    private final ReentrantLock checking = new ReentrantLock();
    private boolean isChecked;
    private boolean hasFailed;
    private long failedNanos;

    /**
     * Where connections come from.
     *
     * @param isShared whether the store takes its connections of the same source
     * @param silenceMillis for how long the server may be silent
     */
    LockSource(DataSource source, boolean isShared, int silenceMillis) {
        this.source = source;
        this.isShared = isShared;
        this.silenceMillis = silenceMillis;
    }

    /**
     * A connection.
     *
     * @param whose a query for a number that tells the connections of the database apart
     */
    Connection take(String whose) {
        Connection connection = null;
        try {
            requireNoRecentFailure();
            connection = source.getConnection();
            Database.requireAutoCommit(connection);
            requireAnother(connection, whose);
            return connection;
        } catch (SQLException problem) {
            closeQuietly(connection);
            throw new StoreException(
                    "there is no connection for the guard of a gate", KeylessCause.of(problem), Outcome.NOT_DONE);
        } catch (RuntimeException problem) {
            closeQuietly(connection);
            throw problem;
        }
    }

    int silenceMillis() {
        return silenceMillis;
    }

    private void requireNoRecentFailure() {
        checking.lock();
        try {
            if (hasFailed && System.nanoTime() - failedNanos < PAUSE_NANOS) {
                throw new StoreException(
                        "the data source gave no second connection less than a minute ago" + ADVICE,
                        null,
                        Outcome.NOT_DONE);
            }
        } finally {
            checking.unlock();
        }
    }

    /** Once: that there are connections beside this one. */
    private void requireAnother(Connection connection, String whose) throws SQLException {
        if (!isShared || isChecked()) {
            return;
        }
        try (Connection another = source.getConnection()) {
            if (number(another, whose) == number(connection, whose)) {
                throw new StoreException(
                        "the data source gives the same connection to everybody" + ADVICE, null, Outcome.NOT_DONE);
            }
        } catch (SQLException problem) {
            remember(false);
            throw new StoreException(
                    "the data source gave a connection for the guard of a gate, but none beside it" + ADVICE,
                    KeylessCause.of(problem),
                    Outcome.NOT_DONE);
        }
        remember(true);
    }

    private boolean isChecked() {
        checking.lock();
        try {
            return isChecked;
        } finally {
            checking.unlock();
        }
    }

    private void remember(boolean works) {
        checking.lock();
        try {
            isChecked = works;
            hasFailed = !works;
            failedNanos = System.nanoTime();
        } finally {
            checking.unlock();
        }
    }

    static long number(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            if (!row.next()) {
                throw new SQLException("the database gave no answer to " + sql);
            }
            return row.getLong(1);
        }
    }

    private static void closeQuietly(@Nullable Connection connection) {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (SQLException gone) {
            // it is
        }
    }
}
