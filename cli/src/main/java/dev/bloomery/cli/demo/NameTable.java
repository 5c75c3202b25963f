package dev.bloomery.cli.demo;

import dev.bloomery.jdbc.JdbcKeyStore;
import dev.bloomery.jdbc.KeyColumn;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/** A table of user names in a SQLite file, as a program that registers users has it. For one thread. */
final class NameTable implements AutoCloseable {
    private static final int BATCH = 10_000;

    private final OneConnection source;

    NameTable(Path file) throws SQLException {
        source = new OneConnection("jdbc:sqlite:" + file + "?journal_mode=WAL&synchronous=NORMAL");
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            boolean unused = statement.execute("CREATE TABLE users (name TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID");
        }
    }

    /** Fills the table; sorted names go in fastest. */
    void insertAll(Iterable<String> names) throws SQLException {
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO users (name) VALUES (?)")) {
                int waiting = 0;
                for (String name : names) {
                    insert.setString(1, name);
                    insert.addBatch();
                    if (++waiting % BATCH == 0) {
                        int[] unused = insert.executeBatch();
                    }
                }
                int[] unused = insert.executeBatch();
            }
            connection.commit();
        }
    }

    /** Its names as the store behind a gate. */
    JdbcKeyStore<String> store() {
        return JdbcKeyStore.over(source, KeyColumn.text("users", "name")).open();
    }

    @Override
    public void close() throws SQLException {
        source.close();
    }
}
