package dev.bloomery.examples.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/** A database with a pool of connections: a file of SQLite, or what a JDBC URL names. For any number of threads. */
public final class Database implements AutoCloseable {
    private static final int CONNECTIONS = 4; // more would only wait for each other in SQLite
    private static final int BATCH = 10_000;

    private final HikariDataSource pool;

    private Database(HikariConfig config) {
        config.setMaximumPoolSize(CONNECTIONS);
        pool = new HikariDataSource(config);
    }

    /**
     * SQLite, with a log beside its file, so that readers do not wait for a writer. A commit waits for the disk: what was reported as done is kept.
     *
     * @param file the file, which need not be there
     * @return the database
     */
    public static Database sqlite(Path file) {
        SQLiteConfig config = new SQLiteConfig();
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        config.setBusyTimeout(20_000);
        SQLiteDataSource source = new SQLiteDataSource(config);
        source.setUrl("jdbc:sqlite:" + file);
        HikariConfig pool = new HikariConfig();
        pool.setDataSource(source);
        return new Database(pool);
    }

    /**
     * Another database.
     *
     * @param url {@code jdbc:postgresql://host/database?user=...&password=...}, say
     * @return the database
     */
    public static Database at(String url) {
        HikariConfig pool = new HikariConfig();
        pool.setJdbcUrl(url);
        return new Database(pool);
    }

    /** Where connections come from. */
    public DataSource source() {
        return pool;
    }

    /** Runs statements. */
    public void execute(String... statements) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                boolean unused = statement.execute(sql);
            }
        }
    }

    /** Sets the parameters of a row. */
    @FunctionalInterface
    public interface Row<T> {
        /** Sets them. */
        void set(PreparedStatement insert, T row) throws SQLException;
    }

    /** Inserts many rows, in one transaction. */
    public <T> void insertAll(String sql, Iterable<T> rows, Row<T> parameters) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            try (PreparedStatement insert = connection.prepareStatement(sql)) {
                int waiting = 0;
                for (T row : rows) {
                    parameters.set(insert, row);
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
    }

    @Override
    public void close() {
        pool.close();
    }
}
