package dev.bloomery.benchmarks.stores;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.jdbc.JdbcKeyStore;
import dev.bloomery.jdbc.KeyColumn;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** A table with a primary key, behind a pool of connections as in a server: asked directly, or by the store of a gate, it takes one from the same pool. */
abstract class JdbcUnderTest implements StoreUnderTest {
    private final HikariDataSource pool;
    private final KeyStore<Long> store;

    JdbcUnderTest(DataSource source, int keys, String statistics) throws SQLException {
        HikariConfig config = new HikariConfig();
        config.setDataSource(source);
        config.setMaximumPoolSize(2);
        pool = new HikariDataSource(config);
        try (Connection connection = pool.getConnection()) {
            fill(connection, keys, statistics);
        }
        store = JdbcKeyStore.over(pool, KeyColumn.int64("seen", "id")).open();
    }

    private static void fill(Connection connection, int keys, String statistics) throws SQLException {
        try (Statement table = connection.createStatement()) {
            table.execute("CREATE TABLE seen (id BIGINT NOT NULL PRIMARY KEY)");
        }
        connection.setAutoCommit(false);
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO seen (id) VALUES (?)")) {
            for (int i = 0; i < keys; i++) {
                insert.setLong(1, 2L * i);
                insert.addBatch();
                if (i % 10_000 == 9_999) {
                    insert.executeBatch();
                }
            }
            insert.executeBatch();
        }
        connection.commit();
        connection.setAutoCommit(true);
        try (Statement table = connection.createStatement()) {
            table.execute(statistics);
        }
    }

    @Override
    public final KeyStore<Long> store() {
        return store;
    }

    @Override
    public final boolean isThere(long key) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement query = connection.prepareStatement("SELECT 1 FROM seen WHERE id = ?")) {
            query.setLong(1, key);
            try (ResultSet rows = query.executeQuery()) {
                return rows.next();
            }
        }
    }

    @Override
    public void close() throws Exception {
        pool.close();
    }
}
