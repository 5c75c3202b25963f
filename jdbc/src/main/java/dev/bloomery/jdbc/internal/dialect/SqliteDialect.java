package dev.bloomery.jdbc.internal.dialect;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * SQLite. One writer at a time, in a file that this process opened: what comes back from a call has happened, or has not, and nothing comes later.
 * Text is compared byte by byte whatever the collation of the column, and values of another type than that of the keys are left aside.
 */
final class SqliteDialect extends Dialect {
    /** Far below what a statement may have of parameters, 32,766. */
    private static final int LONGEST_LIST = 1024;

    private static final int BUSY = 5;
    private static final int CONSTRAINT = 19;

    private final String binary;
    private final String existsSql;
    private final int busyTimeoutMillis;

    private SqliteDialect(SqlNames names, ColumnKind kind, int busyTimeoutMillis) {
        super(names, kind);
        binary = kind == ColumnKind.INT64 ? "" : " COLLATE BINARY";
        existsSql = "SELECT 1 FROM " + names.table() + " WHERE " + names.columnIn("`") + binary + " = ?";
        this.busyTimeoutMillis = busyTimeoutMillis;
    }

    static SqliteDialect of(Connection connection, SqlNames names, ColumnKind kind) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("PRAGMA busy_timeout")) {
            return new SqliteDialect(names, kind, row.next() ? row.getInt(1) : 0);
        }
    }

    @Override
    public String comparedKey() {
        return names.keyOfAlias() + binary;
    }

    @Override
    public String comparedKeyOfTable() {
        return names.columnOfTable() + binary;
    }

    /**
     * Short, because SQLite reads it anew for each lookup: without an alias, and with nothing of the row. A name in these quotes is never taken for a string, as one in
     * the usual quotes is where there is no such column.
     */
    @Override
    public String existsSql() {
        return existsSql;
    }

    /** All that may take time is a lock of others. A connection waits for that by itself, and to tell it for how long is two more calls for each statement. */
    @Override
    public int firstTimeoutSeconds(int timeoutSeconds) {
        return busyTimeoutMillis <= 1_000L * timeoutSeconds ? 0 : timeoutSeconds;
    }

    @Override
    public int secondTimeoutSeconds(SQLException problem, int timeoutSeconds) {
        return (problem.getErrorCode() & 0xFF) == BUSY ? Math.max(0, timeoutSeconds - busyTimeoutMillis / 1_000) : 0;
    }

    @Override
    public Product product() {
        return Product.SQLITE;
    }

    @Override
    public boolean insert(Connection connection, Object value, int timeoutSeconds) throws SQLException {
        String sql = insertSql() + " ON CONFLICT (" + names.column() + binary + ") DO NOTHING";
        return atMostOne(update(connection, sql, timeoutSeconds, value)) && isStored(connection, value);
    }

    @Override
    public boolean replace(Connection connection, Object oldValue, Object newValue, int timeoutSeconds)
            throws SQLException {
        return atMostOne(update(connection, updateSql(), timeoutSeconds, newValue, oldValue))
                && isStored(connection, newValue);
    }

    private boolean isStored(Connection connection, Object value) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(selectOneSql(List.of()))) {
            bind(statement, 1, value);
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next() || !value.equals(read(row, 1))) {
                    throw keyWasChanged();
                }
                return true;
            }
        }
    }

    @Override
    public List<Question> selectMany(List<String> columns, List<Object> values) {
        return selectByLists(columns, values, LONGEST_LIST);
    }

    /** By pages, because an open cursor keeps writers out, or the log from being cut. */
    @Override
    public Scan scan() {
        String where = "typeof(" + names.keyOfAlias() + ") = '" + (kind == ColumnKind.INT64 ? "integer" : "text") + "'";
        return new PagedScan(this, where, " LIMIT ?");
    }

    @Override
    public boolean canHold(Object value) {
        return !(value instanceof String text) || isWellFormed(text);
    }

    @Override
    public void bind(PreparedStatement statement, int index, Object value) throws SQLException {
        super.bind(statement, index, value instanceof UUID ? value.toString() : value);
    }

    @Override
    public Object stored(ResultSet row, int index) throws SQLException {
        return kind == ColumnKind.INT64 ? row.getLong(index) : row.getString(index);
    }

    @Override
    @Nullable
    public Object value(Object stored) {
        return kind == ColumnKind.UUID ? UuidText.parse((String) stored) : stored;
    }

    @Override
    public boolean isConstraintViolation(SQLException problem) {
        return (problem.getErrorCode() & 0xFF) == CONSTRAINT;
    }

    /** Others read or wrote for too long: the transaction is still open, and is rolled back. */
    @Override
    public boolean refusesCommit(SQLException problem) {
        int code = problem.getErrorCode() & 0xFF;
        return code == BUSY || code == CONSTRAINT;
    }

    /** There is no line to cut; a rollback that fails is a broken file, of which nothing is known. */
    @Override
    public boolean brokenIsRolledBack() {
        return false;
    }

    /** There is one level for all transactions. Since a transaction has written, nobody else commits. */
    @Override
    public boolean seesCommitted(int isolationLevel) {
        return isolationLevel != Connection.TRANSACTION_READ_UNCOMMITTED;
    }

    /** Every write waits for the one before it. */
    @Override
    public boolean ordersWrites() {
        return true;
    }

    @Override
    public boolean hasNetwork() {
        return false;
    }
}
