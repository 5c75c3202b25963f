package dev.bloomery.cli.demo;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.PooledConnection;
import org.sqlite.SQLiteDataSource;
import org.sqlite.javax.SQLiteConnectionPoolDataSource;

/** A pool for one thread: lends the same connection again and again. */
final class OneConnection extends SQLiteDataSource implements AutoCloseable {
    private final PooledConnection pooled;

    OneConnection(String url) throws SQLException {
        SQLiteConnectionPoolDataSource source = new SQLiteConnectionPoolDataSource();
        source.setUrl(url);
        pooled = source.getPooledConnection();
    }

    @Override
    public Connection getConnection() throws SQLException {
        return pooled.getConnection();
    }

    @Override
    public void close() throws SQLException {
        pooled.close();
    }
}
