package dev.bloomery.jdbc;

import dev.bloomery.gate.store.StoreException;
import dev.bloomery.gate.store.StoreException.Outcome;
import dev.bloomery.gate.store.StoreLocks;
import dev.bloomery.jdbc.internal.connection.Database;
import dev.bloomery.jdbc.internal.dialect.Dialect;
import dev.bloomery.jdbc.internal.dialect.ServerState;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The reading side of a key column, which store and loader share: rows by key, rows by many keys, all keys. */
record JdbcKeys<K>(KeyColumn<K> column, Database database, Dialect dialect, int fetchSize, Optional<StoreLocks> locks) {

    /** Makes something of a row; the columns that were asked for are numbered from 1. */
    interface Row<V> {
        V read(ResultSet row) throws SQLException;
    }

    /** Takes the row of a key. */
    interface KeyedRow<K> {
        void accept(K key, ResultSet row) throws SQLException;
    }

    /** Columns to read beside the key, with the statement for one row, which is made once. */
    record Selection(List<String> columns, String sql) {
        int indexOfKey() {
            return columns.size() + 1;
        }
    }

    Selection selection(List<String> columns) {
        return new Selection(columns, dialect.selectOneSql(columns));
    }

    Object value(K key) {
        return column.type().toColumn(key);
    }

    boolean canHold(Object value) {
        return dialect.canHold(value);
    }

    Object valueToWrite(K key) {
        Object value = value(key);
        if (!canHold(value)) {
            throw new StoreException(
                    "the key has a character that the database cannot keep, as half a surrogate pair, or the null character in PostgreSQL; it was not written",
                    null,
                    Outcome.NOT_DONE);
        }
        return value;
    }

    <V> Optional<V> select(Selection selection, Object value, Row<V> reader) {
        return database.read("look up a key", connection -> select(connection, selection, value, reader));
    }

    private <V> Optional<V> select(Connection connection, Selection selection, Object value, Row<V> reader)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(selection.sql())) {
            statement.setQueryTimeout(database.lookupTimeoutSeconds());
            dialect.bind(statement, 1, value);
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next()) {
                    return Optional.empty();
                }
                if (!value.equals(dialect.read(row, selection.indexOfKey()))) {
                    throw new SQLException(
                            "the row that was found has another key than the one that was asked for: the column compares unequal keys as equal");
                }
                return Optional.of(reader.read(row));
            }
        }
    }

    /** Whether there is a row of the key. */
    boolean isThere(Selection keyAlone, Object value) {
        return database.read("look up a key", connection -> isThere(connection, keyAlone, value));
    }

    /** Whether there is a row of the key, on this connection and in its transaction. */
    boolean isThere(Connection connection, Selection keyAlone, Object value) throws SQLException {
        String sql = dialect.existsSql();
        if (sql == null) {
            return select(connection, keyAlone, value, row -> true).isPresent();
        }
        int timeout = dialect.firstTimeoutSeconds(database.lookupTimeoutSeconds());
        try {
            return hasRow(connection, sql, value, timeout);
        } catch (SQLException problem) {
            int rest = timeout == 0 ? dialect.secondTimeoutSeconds(problem, database.lookupTimeoutSeconds()) : 0;
            if (rest == 0) {
                throw problem;
            }
            return hasRow(connection, sql, value, rest);
        }
    }

    private boolean hasRow(Connection connection, String sql, Object value, int timeoutSeconds) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            if (timeoutSeconds > 0) {
                statement.setQueryTimeout(timeoutSeconds);
            }
            dialect.bind(statement, 1, value);
            try (ResultSet row = statement.executeQuery()) {
                return row.next();
            }
        }
    }

    void selectMany(Selection selection, Collection<? extends K> asked, KeyedRow<K> sink) {
        Map<Object, K> byValue = new HashMap<>();
        for (K key : asked) {
            Object value = value(key);
            if (canHold(value)) {
                byValue.put(value, key);
            }
        }
        if (byValue.isEmpty()) {
            return;
        }
        List<Dialect.Question> questions = dialect.selectMany(selection.columns(), List.copyOf(byValue.keySet()));
        Integer unused = database.read("look up keys", connection -> {
            for (Dialect.Question question : questions) {
                try (PreparedStatement statement = connection.prepareStatement(question.sql())) {
                    statement.setQueryTimeout(database.lookupTimeoutSeconds());
                    question.bind(statement);
                    try (ResultSet row = statement.executeQuery()) {
                        while (row.next()) {
                            Object value = dialect.read(row, selection.indexOfKey());
                            K key = value == null ? null : byValue.get(value);
                            if (key == null) {
                                throw new SQLException(
                                        "a row that was found has a key that was not asked for: the column compares unequal keys as equal");
                            }
                            sink.accept(key, row);
                        }
                    }
                }
            }
            return questions.size();
        });
    }

    /** Which server the keys are on at this moment. */
    ServerState serverState() {
        return database.read("look at the server", connection -> Optional.ofNullable(dialect.serverState(connection)))
                .orElseThrow(
                        () -> new IllegalArgumentException(
                                "this database does not tell when its server was started, or has no server; a watch is for PostgreSQL, MariaDB and MySQL"));
    }

    long scan(Consumer<? super K> sink) {
        return database.read(
                "scan the keys",
                connection -> dialect.scan()
                        .run(
                                connection,
                                fetchSize,
                                database.timeoutSeconds(),
                                value -> sink.accept(column.type().fromColumn(value))));
    }
}
