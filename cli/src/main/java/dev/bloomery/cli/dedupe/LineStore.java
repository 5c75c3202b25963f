package dev.bloomery.cli.dedupe;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/**
 * Every key that was seen, whole, in an embedded SQLite file. What was inserted is found at once, and outlives the process from {@link #commit}
 * on.
 */
final class LineStore implements Closeable {
    private final Connection connection;
    private final PreparedStatement insert;
    private final PreparedStatement select;
    private final Optional<Path> temporary;

    private LineStore(Path file, Optional<Path> temporary) throws SQLException {
        this.temporary = temporary;
        connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        try {
            try (Statement statement = connection.createStatement()) {
                // a temporary store need not survive anything
                boolean unused = statement.execute("PRAGMA journal_mode = " + (temporary.isPresent() ? "OFF" : "WAL"));
                unused = statement.execute("PRAGMA synchronous = " + (temporary.isPresent() ? "OFF" : "FULL"));
                unused = statement.execute("PRAGMA cache_size = -65536");
                unused = statement.execute(
                        "CREATE TABLE IF NOT EXISTS seen (hash INTEGER NOT NULL, line BLOB NOT NULL, PRIMARY KEY (hash, line)) WITHOUT ROWID");
            }
            connection.setAutoCommit(false);
            insert = connection.prepareStatement("INSERT OR IGNORE INTO seen (hash, line) VALUES (?, ?)");
            select = connection.prepareStatement("SELECT 1 FROM seen WHERE hash = ? AND line = ?");
        } catch (SQLException failed) {
            connection.close();
            throw failed;
        }
    }

    /** In a file that stays. */
    static LineStore in(Path file) throws IOException {
        try {
            return new LineStore(file, Optional.empty());
        } catch (SQLException failed) {
            throw failure(failed);
        }
    }

    /** In a file that goes with the process. */
    static LineStore temporary() throws IOException {
        Path file = Files.createTempFile("bloomery-exact", ".db");
        file.toFile().deleteOnExit();
        try {
            return new LineStore(file, Optional.of(file));
        } catch (SQLException failed) {
            throw failure(failed);
        }
    }

    boolean contains(long hash, byte[] line) throws IOException {
        try {
            select.setLong(1, hash);
            select.setBytes(2, line);
            try (ResultSet row = select.executeQuery()) {
                return row.next();
            }
        } catch (SQLException failed) {
            throw failure(failed);
        }
    }

    void insert(long hash, byte[] line) throws IOException {
        try {
            insert.setLong(1, hash);
            insert.setBytes(2, line);
            int unusedCount = insert.executeUpdate();
        } catch (SQLException failed) {
            throw failure(failed);
        }
    }

    void commit() throws IOException {
        try {
            connection.commit();
        } catch (SQLException failed) {
            throw failure(failed);
        }
    }

    private static IOException failure(SQLException failed) {
        return new IOException("the store of exact lines failed: " + failed.getMessage(), failed);
    }

    /** What was not committed is gone. */
    @Override
    public void close() throws IOException {
        try {
            if (temporary.isEmpty()) {
                connection.rollback();
            }
            connection.close();
        } catch (SQLException failed) {
            throw failure(failed);
        } finally {
            if (temporary.isPresent()) {
                boolean unused = Files.deleteIfExists(temporary.get());
            }
        }
    }
}
