package dev.bloomery.jdbc.internal.dialect;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Other databases, by SQL that all of them have. Little is known of them, so each write looks at the row inside its transaction: the database must find
 * the very key that was given, before a delete and after an insert. A broken connection leaves the outcome open.
 */
final class PlainDialect extends Dialect {
    /** Some databases take no more than a thousand. */
    private static final int LONGEST_LIST = 512;

    private final boolean uuidsAsText;

    PlainDialect(SqlNames names, ColumnKind kind, boolean columnHoldsText) {
        super(names, kind);
        uuidsAsText = kind == ColumnKind.UUID && columnHoldsText;
    }

    @Override
    public Product product() {
        return Product.OTHER;
    }

    @Override
    public boolean insert(Connection connection, Object value, int timeoutSeconds) throws SQLException {
        int rows = update(connection, insertSql(), timeoutSeconds, value);
        requireExact(connection, value, timeoutSeconds, rows == 1);
        return atMostOne(rows);
    }

    @Override
    public boolean replace(Connection connection, Object oldValue, Object newValue, int timeoutSeconds)
            throws SQLException {
        requireExact(connection, oldValue, timeoutSeconds, false);
        int rows = update(connection, updateSql(), timeoutSeconds, newValue, oldValue);
        requireExact(connection, newValue, timeoutSeconds, rows == 1);
        return atMostOne(rows);
    }

    @Override
    public boolean delete(Connection connection, Object value, int timeoutSeconds) throws SQLException {
        requireExact(connection, value, timeoutSeconds, false);
        return super.delete(connection, value, timeoutSeconds);
    }

    /** A row that the database takes for the key's must have the key itself. */
    private void requireExact(Connection connection, Object value, int timeoutSeconds, boolean mustBeThere)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(selectOneSql(List.of()))) {
            statement.setQueryTimeout(timeoutSeconds);
            bind(statement, 1, value);
            try (ResultSet row = statement.executeQuery()) {
                if (row.next() ? !value.equals(read(row, 1)) : mustBeThere) {
                    throw keyWasChanged();
                }
            }
        }
    }

    @Override
    public List<Question> selectMany(List<String> columns, List<Object> values) {
        return selectByLists(columns, values, LONGEST_LIST);
    }

    /** By pages, because many drivers read a whole result into memory. */
    @Override
    public Scan scan() {
        return new PagedScan(this, names.keyOfAlias() + " IS NOT NULL", "");
    }

    @Override
    public void bind(PreparedStatement statement, int index, Object value) throws SQLException {
        if (uuidsAsText) {
            statement.setString(index, value.toString());
        } else if (value instanceof UUID) {
            statement.setObject(index, value);
        } else {
            super.bind(statement, index, value);
        }
    }

    @Override
    public Object stored(ResultSet row, int index) throws SQLException {
        return uuidsAsText ? row.getString(index) : super.stored(row, index);
    }

    @Override
    @Nullable
    public Object value(Object stored) {
        return uuidsAsText ? UuidText.parse((String) stored) : stored;
    }

    @Override
    public boolean brokenIsRolledBack() {
        return false;
    }

    /** Nothing is known of that. */
    @Override
    public boolean reportsInterruptions() {
        return false;
    }

    @Override
    public boolean ordersWrites() {
        return false;
    }
}
