package dev.bloomery.jdbc.internal.dialect;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What differs between databases: the SQL, what a column can tell apart, and what is certain after a failure. Stateless but for the names of
 * one key column.
 */
public abstract class Dialect {
    public final SqlNames names;
    public final ColumnKind kind;

    public Dialect(SqlNames names, ColumnKind kind) {
        this.names = names;
        this.kind = kind;
    }

    /**
     * The dialect of a database, when the column has passed its checks.
     *
     * @throws UnfitColumn if the column cannot hold keys; says why, and what to do
     */
    public static Dialect of(Connection connection, ColumnPlace key) throws SQLException, UnfitColumn {
        DatabaseMetaData database = connection.getMetaData();
        ColumnKind kind = key.kind();
        String product = database.getDatabaseProductName();
        if (product.equals("MySQL") || product.equals("MariaDB")) {
            MySqlServer server = MySqlServer.of(connection);
            if (server != null) {
                ValueForm form = new MySqlColumnCheck(connection, server, key).run();
                return new MySqlDialect(key, server, form);
            }
        }
        SqlNames names = SqlNames.of(database, key);
        if (product.equals("SQLite")) {
            new SqliteColumnCheck(connection, key).run();
            return SqliteDialect.of(connection, names, kind);
        }
        if (product.equals("PostgreSQL") && PostgresDialect.isGenuine(connection)) {
            new PostgresColumnCheck(connection, key, names).run();
            return new PostgresDialect(names, kind);
        }
        ColumnByMetadata column = new ColumnByMetadata(connection, key, names);
        column.run();
        return new PlainDialect(names, kind, column.holdsText());
    }

    /** Which database it is, as far as more than its SQL is used. */
    public enum Product {
        SQLITE,
        POSTGRES,
        /** MySQL and MariaDB. */
        MYSQL,
        OTHER
    }

    public abstract Product product();

    // the statements

    public String selectSql(List<String> columns) {
        StringBuilder sql = new StringBuilder("SELECT ");
        for (String column : columns) {
            sql.append(names.ofAlias(column)).append(", ");
        }
        return sql.append(names.keyOfAlias())
                .append(" FROM ")
                .append(names.table())
                .append(" k WHERE ")
                .toString();
    }

    /** The key of the alias k where it is compared. */
    public String comparedKey() {
        return names.keyOfAlias();
    }

    /** The key where a row is deleted or updated. */
    public String comparedKeyOfTable() {
        return names.columnOfTable();
    }

    public final String selectOneSql(List<String> columns) {
        return selectSql(columns) + comparedKey() + " = ?";
    }

    /**
     * A row, of anything, if the key is there: for databases where what is equal in the statement is the key, as it is written there; null: the key must be read, to be
     * compared here.
     */
    @Nullable
    public String existsSql() {
        return null;
    }

    public final String insertSql() {
        return "INSERT INTO " + names.table() + " (" + names.column() + ") VALUES (?)";
    }

    public final String deleteSql() {
        return "DELETE FROM " + names.table() + " WHERE " + comparedKeyOfTable() + " = ?";
    }

    public final String updateSql() {
        return "UPDATE " + names.table() + " SET " + names.column() + " = ? WHERE " + comparedKeyOfTable() + " = ?";
    }

    /** Rows of the given columns and then the key, for those of the values that are there. */
    public abstract List<Question> selectMany(List<String> columns, List<Object> values);

    /** A statement and what is bound to it. */
    public interface Question {
        String sql();

        void bind(PreparedStatement statement) throws SQLException;
    }

    // the writes, inside a transaction

    /** Whether this call inserted it. */
    public abstract boolean insert(Connection connection, Object value, int timeoutSeconds) throws SQLException;

    /** Whether this call changed it. */
    public abstract boolean replace(Connection connection, Object oldValue, Object newValue, int timeoutSeconds)
            throws SQLException;

    /** Whether this call deleted it. */
    public boolean delete(Connection connection, Object value, int timeoutSeconds) throws SQLException {
        return atMostOne(update(connection, deleteSql(), timeoutSeconds, value));
    }

    public final int update(Connection connection, String sql, int timeoutSeconds, Object... values)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setQueryTimeout(timeoutSeconds);
            for (int i = 0; i < values.length; i++) {
                bind(statement, i + 1, values[i]);
            }
            return statement.executeUpdate();
        }
    }

    public static boolean atMostOne(int rows) throws SQLException {
        if (rows > 1) {
            throw new SQLException("one key has " + rows + " rows: the column is not unique any more");
        }
        return rows == 1;
    }

    /** What a trigger must not do. */
    public static SQLException keyWasChanged() {
        return new SQLException(
                "the database stored another key than the one that was given: a trigger changes it, or the column compares unequal keys as "
                        + "equal. Change keys before they come to the gate");
    }

    // the scan

    public abstract Scan scan();

    /** Hands over values of the column. */
    public interface Scan {
        /** Returns when all were handed over, with their number. */
        long run(Connection connection, int fetchSize, int timeoutSeconds, ValueSink sink) throws SQLException;
    }

    /** Takes what a scan reads. */
    public interface ValueSink {
        void accept(Object value);
    }

    // values

    /** Whether the column can hold the value at all; if not it is not there. */
    public boolean canHold(Object value) {
        return true;
    }

    public void bind(PreparedStatement statement, int index, Object value) throws SQLException {
        if (value instanceof String text) {
            statement.setString(index, text);
        } else if (value instanceof Long number) {
            statement.setLong(index, number);
        } else {
            statement.setObject(index, value, Types.OTHER);
        }
    }

    /** What the column holds; can be bound again. */
    public Object stored(ResultSet row, int index) throws SQLException {
        return switch (kind) {
            case TEXT -> row.getString(index);
            case INT64 -> row.getLong(index);
            case UUID -> row.getObject(index, UUID.class);
        };
    }

    /** The value of what the column holds, or null if that is no key. */
    @Nullable
    public Object value(Object stored) {
        return stored;
    }

    /** The value, or null if the column holds something there that is no key. */
    public final @Nullable Object read(ResultSet row, int index) throws SQLException {
        return value(stored(row, index));
    }

    // failures

    /** Whether a constraint of the table refused a write. */
    public boolean isConstraintViolation(SQLException problem) {
        return hasClass(problem, "23");
    }

    /** Whether the message of an exception may quote a value of the column, which is a key. */
    public boolean mayQuoteKeys(SQLException problem) {
        return hasClass(problem, "22") || hasClass(problem, "23");
    }

    /**
     * Whether the database has rolled a transaction back only because of others that were underway, so that it may
     * be tried again.
     */
    public boolean isDeadlock(SQLException problem) {
        return false;
    }

    /** Whether an exception out of {@code commit()} says for certain that nothing was committed, nor will be. */
    public boolean refusesCommit(SQLException problem) {
        return false;
    }

    /** Whether a transaction whose connection broke before its commit was asked for is rolled back for certain. */
    public abstract boolean brokenIsRolledBack();

    /**
     * Whether an update or a delete that reports no row and no error has found none. False: it may have been
     * interrupted, so the key must be looked up.
     */
    public boolean reportsInterruptions() {
        return true;
    }

    /** See {@link dev.bloomery.gate.store.KeyStore#ordersWrites}. */
    public abstract boolean ordersWrites();

    /**
     * Whether a transaction of this isolation level sees all that others have committed, and nothing else of
     * theirs.
     */
    public boolean seesCommitted(int isolationLevel) {
        return isolationLevel == Connection.TRANSACTION_READ_COMMITTED;
    }

    /** Which server this is; null: the database does not tell, or there is no server. */
    @Nullable
    public ServerState serverState(Connection connection) throws SQLException {
        return null;
    }

    /** Whether a lookup needs a timeout of its own beside that of the network. */
    public boolean limitsLookups() {
        return true;
    }

    /**
     * The timeout that {@link #existsSql} is asked with first, given the one that was set; 0: none, because the connection has one that is not longer.
     */
    public int firstTimeoutSeconds(int timeoutSeconds) {
        return timeoutSeconds;
    }

    /** If the first timeout of a lookup was 0: for how long to try again after this failure; 0: not at all. */
    public int secondTimeoutSeconds(SQLException problem, int timeoutSeconds) {
        return 0;
    }

    /** Whether a connection may get a timeout of the network. */
    public boolean hasNetwork() {
        return true;
    }

    public static boolean hasClass(SQLException problem, String sqlStateClass) {
        String state = problem.getSQLState();
        return state != null && state.startsWith(sqlStateClass);
    }

    // lists of keys

    /** Half a surrogate pair has no UTF-8: a driver would store a question mark, which is another key. */
    public static boolean isWellFormed(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                if (Character.isLowSurrogate(c)
                        || i + 1 == text.length()
                        || !Character.isLowSurrogate(text.charAt(i + 1))) {
                    return false;
                }
                i++;
            }
        }
        return true;
    }

    /** Questions by lists of at most {@code most} values, in few lengths, so that statements are found again: a list is filled up with its last value. */
    public final List<Question> selectByLists(List<String> columns, List<Object> values, int most) {
        List<Question> questions = new ArrayList<>();
        for (int from = 0; from < values.size(); from += most) {
            List<Object> part = values.subList(from, Math.min(values.size(), from + most));
            int length = part.size() == 1 ? 1 : Integer.highestOneBit(part.size() - 1) << 1;
            questions.add(new ListQuestion(
                    this,
                    selectSql(columns) + comparedKey() + " IN (?" + ", ?".repeat(length - 1) + ")",
                    part,
                    length));
        }
        return questions;
    }

    private record ListQuestion(Dialect dialect, String sql, List<Object> values, int length) implements Question {
        @Override
        public void bind(PreparedStatement statement) throws SQLException {
            for (int i = 0; i < length; i++) {
                dialect.bind(statement, i + 1, values.get(Math.min(i, values.size() - 1)));
            }
        }
    }
}
