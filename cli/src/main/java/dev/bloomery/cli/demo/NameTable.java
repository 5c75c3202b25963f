package dev.bloomery.cli.demo;

import dev.bloomery.gate.KeyStore;
import dev.bloomery.gate.StoreException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.Consumer;

/** A table of names in a SQLite file, over one connection. For one thread. */
final class NameTable implements KeyStore<String>, AutoCloseable {
    private static final int BATCH = 10_000;

    private final Connection connection;
    private final PreparedStatement select;

    NameTable(Path file) throws SQLException {
        connection = DriverManager.getConnection("jdbc:sqlite:" + file + "?journal_mode=WAL&synchronous=NORMAL");
        try (Statement statement = connection.createStatement()) {
            boolean unused = statement.execute("CREATE TABLE users (name TEXT PRIMARY KEY) WITHOUT ROWID");
        }
        select = connection.prepareStatement("SELECT 1 FROM users WHERE name = ?");
    }

    /** Fills the table; sorted names go in fastest. */
    void insertAll(Iterable<String> names) throws SQLException {
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
        connection.setAutoCommit(true);
    }

    @Override
    public boolean contains(String name) {
        try {
            select.setString(1, name);
            try (ResultSet row = select.executeQuery()) {
                return row.next();
            }
        } catch (SQLException failed) {
            throw failure(failed);
        }
    }

    @Override
    public boolean insert(String name) {
        return update("INSERT OR IGNORE INTO users (name) VALUES (?)", name);
    }

    @Override
    public boolean delete(String name) {
        return update("DELETE FROM users WHERE name = ?", name);
    }

    @Override
    public boolean replace(String oldName, String newName) {
        return update("UPDATE OR IGNORE users SET name = ? WHERE name = ?", newName, oldName);
    }

    private boolean update(String sql, String... names) {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < names.length; i++) {
                statement.setString(i + 1, names[i]);
            }
            return statement.executeUpdate() > 0;
        } catch (SQLException failed) {
            throw failure(failed);
        }
    }

    @Override
    public long scan(Consumer<? super String> sink) {
        long count = 0;
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT name FROM users")) {
            while (rows.next()) {
                sink.accept(rows.getString(1));
                count++;
            }
            return count;
        } catch (SQLException failed) {
            throw failure(failed);
        }
    }

    private static StoreException failure(SQLException failed) {
        return new StoreException("SQLite: " + failed.getMessage(), failed);
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
