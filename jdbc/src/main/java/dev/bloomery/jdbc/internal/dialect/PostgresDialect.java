package dev.bloomery.jdbc.internal.dialect;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * PostgreSQL. A transaction ends with its connection, and holds its locks until then: so what broke before the commit is rolled back, and writes of
 * one key come one after the other.
 */
final class PostgresDialect extends Dialect {
    /**
     * Lets the commit of this transaction wait for the disk, if the connection says otherwise: a delete that
     * was acknowledged and is forgotten in a crash would bring back a key that the filter no longer has.
     * Evaluated for each deleted row, in the statement that deletes it, so it costs no round trip.
     */
    private static final String WAITS_FOR_DISK = "CASE pg_catalog.current_setting('synchronous_commit') WHEN 'off'"
            + " THEN pg_catalog.set_config('synchronous_commit', 'on', true) END";

    PostgresDialect(SqlNames names, ColumnKind kind) {
        super(names, kind);
    }

    /** Some databases speak the protocol and lack the locks. */
    static boolean isGenuine(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT version()")) {
            return row.next()
                    && row.getString(1).startsWith("PostgreSQL ")
                    && connection.getMetaData().getDatabaseMajorVersion() >= 12;
        }
    }

    @Override
    public Product product() {
        return Product.POSTGRES;
    }

    @Override
    public boolean insert(Connection connection, Object value, int timeoutSeconds) throws SQLException {
        String sql = insertSql() + " ON CONFLICT (" + names.column() + ") DO NOTHING RETURNING " + names.column();
        return returnsKey(connection, sql, value, timeoutSeconds, value);
    }

    @Override
    public boolean replace(Connection connection, Object oldValue, Object newValue, int timeoutSeconds)
            throws SQLException {
        String sql = updateSql() + " RETURNING " + names.column() + ", " + WAITS_FOR_DISK;
        return returnsKey(connection, sql, newValue, timeoutSeconds, newValue, oldValue);
    }

    @Override
    public boolean delete(Connection connection, Object value, int timeoutSeconds) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(deleteSql() + " RETURNING " + WAITS_FOR_DISK)) {
            statement.setQueryTimeout(timeoutSeconds);
            bind(statement, 1, value);
            int rows = 0;
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    rows++;
                }
            }
            return atMostOne(rows);
        }
    }

    /** The row as it was stored comes back, as triggers have left it. */
    private boolean returnsKey(Connection connection, String sql, Object stored, int timeoutSeconds, Object... values)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setQueryTimeout(timeoutSeconds);
            for (int i = 0; i < values.length; i++) {
                bind(statement, i + 1, values[i]);
            }
            int rows = 0;
            try (ResultSet row = statement.executeQuery()) {
                for (; row.next(); rows++) {
                    if (!stored.equals(read(row, 1))) {
                        throw keyWasChanged();
                    }
                }
            }
            return atMostOne(rows);
        }
    }

    @Override
    public List<Question> selectMany(List<String> columns, List<Object> values) {
        return List.of(
                new ArrayQuestion(selectSql(columns) + comparedKey() + " = ANY (?)", kind.postgresName(), values));
    }

    private record ArrayQuestion(String sql, String type, List<Object> values) implements Question {
        @Override
        public void bind(PreparedStatement statement) throws SQLException {
            statement.setArray(1, statement.getConnection().createArrayOf(type, values.toArray()));
        }
    }

    @Override
    public Scan scan() {
        String sql = selectSql(List.of()) + names.keyOfAlias() + " IS NOT NULL";
        return (connection, fetchSize, timeoutSeconds, sink) -> {
            connection.setAutoCommit(false); // the driver reads by a cursor only inside a transaction
            long keys = 0;
            try (PreparedStatement statement =
                    connection.prepareStatement(sql, ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY)) {
                statement.setFetchSize(fetchSize);
                statement.setMaxRows(0);
                try (ResultSet row = statement.executeQuery()) {
                    while (row.next()) {
                        Object value = read(row, 1);
                        if (value != null) {
                            keys++;
                            sink.accept(value);
                        }
                    }
                }
            }
            return keys;
        };
    }

    @Override
    public boolean canHold(Object value) {
        return !(value instanceof String text) || (text.indexOf('\0') < 0 && isWellFormed(text));
    }

    /** Errors that the server sends after it has rolled back: constraints that wait for the commit, serialization, deadlocks. */
    @Override
    public boolean refusesCommit(SQLException problem) {
        String state = problem.getSQLState();
        return hasClass(problem, "23") || "40001".equals(state) || "40P01".equals(state);
    }

    @Override
    public ServerState serverState(Connection connection) throws SQLException {
        return ServerState.ofPostgres(connection);
    }

    @Override
    public boolean brokenIsRolledBack() {
        return true;
    }

    @Override
    public boolean ordersWrites() {
        return true;
    }

    @Override
    public boolean limitsLookups() {
        return false; // a lookup waits for no lock, and the network has its timeout
    }
}
