package dev.bloomery.jdbc.internal.dialect;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * MySQL and MariaDB, for tables of InnoDB. A transaction holds its locks until it ends, and ends with its connection. So
 * what broke before the commit is rolled back, and writes of one key come one after the other.
 *
 * <p>An insert never fails because the key exists: such a failure would cost an exception, and other indexes of the
 * table fail with the same error. {@code ON DUPLICATE KEY UPDATE} changes nothing here, and says that it came to
 * that by a number that {@code LAST_INSERT_ID} keeps for the session. The number of changed rows does not tell: by
 * the usual settings of both drivers it is 1 either way. {@code INSERT IGNORE} would also let pass rows that lack
 * other columns. The statement locks the row that is there, so it waits for whoever is writing it.
 */
final class MySqlDialect extends Dialect {
    /** MariaDB rewrites lists from 1,000 on into subqueries. */
    private static final int LONGEST_LIST = 512;

    private static final String DUPLICATE_STATE = "23000";
    private static final int DUPLICATE = 1062;
    private static final String BROKEN_CONNECTION = "08";
    private static final String NOT_CONVERTED = "07006"; // restricted data type attribute violation

    private final MySqlServer server;
    private final ValueForm form;
    private final String insertSql;
    private final String lookSql;

    MySqlDialect(ColumnPlace key, MySqlServer server, ValueForm form) {
        super(SqlNames.quotedBy("`", key), key.kind());
        this.server = server;
        this.form = form;
        String column = names.column();
        insertSql = insertSql() + " ON DUPLICATE KEY UPDATE " + column + " = IF(LAST_INSERT_ID(?) = 0, " + column + ", "
                + column + ")";
        lookSql = "SELECT LAST_INSERT_ID(), (" + selectOneSql(List.of()) + ")";
    }

    @Override
    public Product product() {
        return Product.MYSQL;
    }

    @Override
    public boolean insert(Connection connection, Object value, int timeoutSeconds) throws SQLException {
        long mark = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
        try (PreparedStatement statement = connection.prepareStatement(insertSql)) {
            statement.setQueryTimeout(timeoutSeconds);
            bind(statement, 1, value);
            statement.setLong(2, mark);
            int unused = statement.executeUpdate();
        }
        try (PreparedStatement statement = connection.prepareStatement(lookSql)) {
            bind(statement, 1, value);
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next()) {
                    throw new SQLException("the database gave no answer about an insert, and no error");
                }
                boolean inserted = row.getLong(1) != mark;
                boolean isThere = isExactly(value, row, 2);
                if (inserted && !isThere) {
                    throw keyWasChanged();
                }
                if (!inserted && !isThere) {
                    throw new SQLException(
                            "another unique index of the table has refused the row", DUPLICATE_STATE, DUPLICATE);
                }
                return inserted;
            }
        }
    }

    @Override
    public boolean replace(Connection connection, Object oldValue, Object newValue, int timeoutSeconds)
            throws SQLException {
        if (!atMostOne(update(connection, updateSql(), timeoutSeconds, newValue, oldValue))) {
            return false;
        }
        try (PreparedStatement statement = connection.prepareStatement(selectOneSql(List.of()))) {
            bind(statement, 1, newValue);
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next() || !isExactly(newValue, row, 1)) {
                    throw keyWasChanged();
                }
                return true;
            }
        }
    }

    private boolean isExactly(Object value, ResultSet row, int index) throws SQLException {
        Object stored = row.getObject(index) == null ? null : stored(row, index);
        return stored != null && value.equals(value(stored));
    }

    @Override
    public List<Question> selectMany(List<String> columns, List<Object> values) {
        return selectByLists(columns, values, LONGEST_LIST);
    }

    /**
     * By pages: an open cursor would hold an old snapshot, whose undo log grows with every write of others, for as long
     * as the scan takes.
     */
    @Override
    public Scan scan() {
        return new PagedScan(this, names.keyOfAlias() + " IS NOT NULL", " LIMIT ?");
    }

    @Override
    public boolean canHold(Object value) {
        return !(value instanceof String text) || isWellFormed(text);
    }

    @Override
    public void bind(PreparedStatement statement, int index, Object value) throws SQLException {
        form.bind(statement, index, value);
    }

    /** A value that the driver cannot convert is quoted by it, in exceptions of any kind; so they are not passed on. */
    @Override
    public Object stored(ResultSet row, int index) throws SQLException {
        try {
            return form.stored(row, index);
        } catch (SQLException | RuntimeException problem) {
            if (problem instanceof SQLException sql && hasClass(sql, BROKEN_CONNECTION)) {
                throw sql;
            }
            throw new SQLException(
                    "the column holds values of another type than when the store was opened; open it again",
                    NOT_CONVERTED);
        }
    }

    @Override
    @Nullable
    public Object value(Object stored) {
        return form.value(stored);
    }

    @Override
    public boolean isConstraintViolation(SQLException problem) {
        return MySqlFailures.isConstraintViolation(problem);
    }

    @Override
    public boolean mayQuoteKeys(SQLException problem) {
        return MySqlFailures.mayQuoteKeys(problem);
    }

    @Override
    public boolean isDeadlock(SQLException problem) {
        return MySqlFailures.isDeadlock(problem);
    }

    @Override
    public boolean refusesCommit(SQLException problem) {
        return MySqlFailures.refusesCommit(problem);
    }

    @Override
    public boolean brokenIsRolledBack() {
        return true;
    }

    /** MariaDB reports no row and no error for some of the updates and deletes that are interrupted. */
    @Override
    public boolean reportsInterruptions() {
        return false;
    }

    @Override
    public boolean ordersWrites() {
        return !server.hasOtherWriters();
    }

    @Override
    public ServerState serverState(Connection connection) throws SQLException {
        return ServerState.ofMySql(connection);
    }

    /** A lookup waits for no row lock, and the network has its timeout. */
    @Override
    public boolean limitsLookups() {
        return false;
    }
}
