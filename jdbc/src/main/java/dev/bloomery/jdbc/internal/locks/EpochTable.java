package dev.bloomery.jdbc.internal.locks;

import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreException.Outcome;
import dev.bloomery.gate.store.StoreLocks.Epoch;
import dev.bloomery.jdbc.internal.connection.KeylessCause;
import dev.bloomery.jdbc.internal.dialect.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The table that keeps the epochs of gates, beside the table with the keys: so a backup that is restored, or a server that forgets, has both from the same moment.
 *
 * <ol>
 *   <li>The table is made if the user may. If it is not there and cannot be made, no epoch is kept, and a warning says what the owner of the schema must run.
 *   <li>If it is there and may not be written it is an error: others may go by it.
 *   <li>Raising is a transaction whose first statement is the update, which holds the row until the commit.
 * </ol>
 */
final class EpochTable {
    static final String NAME = "bloomery_epochs";
    private static final System.Logger LOG = System.getLogger("dev.bloomery.jdbc");
    private static final int TRIES = 5;

    private final String table;
    private final String quote;
    private final String options;
    private final String begin;
    private final String gate;
    private final String whose;
    private final AtomicBoolean warned;

    /**
     * The row of a gate.
     *
     * @param schema quoted, with a dot after it, or empty: where the table is
     * @param quote what stands around names
     * @param options what the table is created with, or empty
     * @param begin what a transaction begins with that raises, or empty
     * @param gate names the row
     * @param whose the column, for messages
     * @param warned whether the warning was given
     */
    EpochTable(
            String schema,
            String quote,
            String options,
            String begin,
            LockName gate,
            String whose,
            AtomicBoolean warned) {
        this.table = schema + quote + NAME + quote;
        this.quote = quote;
        this.options = options;
        this.begin = begin;
        this.gate = gate.text();
        this.whose = whose;
        this.warned = warned;
    }

    /** The connection comes and goes with autocommit on; after an exception it must not be used any more. */
    Optional<Epoch> raise(Connection connection, long owner) throws SQLException {
        if (!isThere(connection)) {
            return Optional.empty();
        }
        try {
            for (int tries = 0; tries < TRIES; tries++) {
                Optional<Epoch> before = raiseRow(connection, owner);
                if (before.isPresent()) {
                    return before;
                }
                insertRow(connection);
            }
        } catch (SQLException problem) {
            if (isRefused(problem)) {
                throw mayNotWrite(problem);
            }
            throw problem;
        }
        throw new SQLException(
                "the row of the gate in " + table + " vanished " + TRIES + " times; something deletes it");
    }

    /** With autocommit on. */
    void end(Connection connection, Epoch epoch) throws SQLException {
        String sql = "UPDATE " + table + " SET " + name("ended") + " = 1 WHERE " + name("gate") + " = ? AND "
                + name("number") + " = ? AND " + name("owner") + " = ?";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, gate);
            statement.setLong(2, epoch.number());
            statement.setLong(3, epoch.owner());
            int unused = statement.executeUpdate();
        } catch (SQLException problem) {
            // without a table no epoch has begun
            if (isBroken(connection, problem) || canBeRead(connection)) {
                throw problem;
            }
        }
    }

    private Optional<Epoch> raiseRow(Connection connection, long owner) throws SQLException {
        connection.setAutoCommit(false);
        if (!begin.isEmpty()) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(begin);
            }
        }
        if (update(connection, " SET " + name("number") + " = " + name("number") + " + 1", Optional.empty()) == 0) {
            connection.rollback();
            connection.setAutoCommit(true);
            return Optional.empty();
        }
        Epoch before = read(connection);
        String begun = " SET " + name("owner") + " = ?, " + name("ended") + " = 0";
        int rows = update(connection, begun, Optional.of(owner));
        if (rows != 1) {
            throw new SQLException("the epoch of the gate is in " + rows + " rows of " + table);
        }
        connection.commit();
        connection.setAutoCommit(true);
        return Optional.of(before);
    }

    private int update(Connection connection, String change, Optional<Long> owner) throws SQLException {
        String sql = "UPDATE " + table + change + " WHERE " + name("gate") + " = ?";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            int index = 1;
            if (owner.isPresent()) {
                statement.setLong(index++, owner.get());
            }
            statement.setString(index, gate);
            return statement.executeUpdate();
        }
    }

    /** What was there before the number was raised. */
    private Epoch read(Connection connection) throws SQLException {
        String sql = "SELECT " + name("number") + ", " + name("owner") + ", " + name("ended") + " FROM " + table
                + " WHERE " + name("gate") + " = ?";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, gate);
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next()) {
                    throw new SQLException("the row of the gate in " + table + " vanished");
                }
                return new Epoch(row.getLong(1) - 1, row.getLong(2), row.getInt(3) != 0);
            }
        }
    }

    private void insertRow(Connection connection) throws SQLException {
        String sql = "INSERT INTO " + table + " (" + name("gate") + ", " + name("number") + ", " + name("owner") + ", "
                + name("ended") + ") VALUES (?, ?, ?, 1)";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, gate);
            statement.setLong(2, Epoch.NONE.number());
            statement.setLong(3, Epoch.NONE.owner());
            int unused = statement.executeUpdate();
        } catch (SQLException problem) {
            if (!hasRow(connection)) {
                throw problem;
            } // another one was first
        }
    }

    private boolean hasRow(Connection connection) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT 1 FROM " + table + " WHERE " + name("gate") + " = ?")) {
            statement.setString(1, gate);
            try (ResultSet row = statement.executeQuery()) {
                return row.next();
            }
        }
    }

    // the table

    private boolean isThere(Connection connection) throws SQLException {
        SQLException unreadable = readProblem(connection);
        if (unreadable == null) {
            return true;
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute(createSql());
            return true;
        } catch (SQLException uncreated) {
            if (isBroken(connection, uncreated)) {
                throw uncreated;
            }
            if (canBeRead(connection)) {
                return true; // another one was first
            }
            if ("42501".equals(unreadable.getSQLState())) { // PostgreSQL says this only of what is there
                throw mayNotWrite(unreadable);
            }
            if (warned.compareAndSet(false, true)) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "the table " + table
                                + " is not there and could not be made, so the database keeps no epoch of the gates over "
                                + whose
                                + ": durable filters of theirs are not believed, and each start scans the table. To change that, run this as the owner"
                                + " of the schema: " + createSql() + "; " + grantSql(),
                        uncreated);
            }
            return false;
        }
    }

    private String createSql() {
        return "CREATE TABLE IF NOT EXISTS " + table + " (" + name("gate") + " VARCHAR(64) NOT NULL PRIMARY KEY, "
                + name("number") + " BIGINT NOT NULL, " + name("owner") + " BIGINT NOT NULL, " + name("ended")
                + " SMALLINT NOT NULL)" + options;
    }

    private String grantSql() {
        return "GRANT SELECT, INSERT, UPDATE ON " + table + " TO <the user of the gate>";
    }

    private StoreException mayNotWrite(SQLException problem) {
        return new StoreException(
                "the table " + table + " keeps the epochs of gates, but this user may not read and write it; run "
                        + grantSql() + ", or open the gate over " + whose + " unguarded()",
                KeylessCause.of(problem),
                Outcome.NOT_DONE);
    }

    private boolean canBeRead(Connection connection) throws SQLException {
        return readProblem(connection) == null;
    }

    private @Nullable SQLException readProblem(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeQuery("SELECT 1 FROM " + table + " WHERE 1 = 0").close();
            return null;
        } catch (SQLException problem) {
            if (isBroken(connection, problem)) {
                throw problem;
            }
            return problem;
        }
    }

    private static boolean isBroken(Connection connection, SQLException problem) throws SQLException {
        return Dialect.hasClass(problem, "08") || connection.isClosed() || !connection.isValid(1);
    }

    /** The user has no right: PostgreSQL and the standard, MySQL. */
    private static boolean isRefused(SQLException problem) {
        return "42501".equals(problem.getSQLState()) || problem.getErrorCode() == 1142;
    }

    private String name(String column) {
        return quote + column + quote;
    }
}
